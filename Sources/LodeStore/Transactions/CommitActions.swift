import Dispatch

/// The actions that a program attached to a write, for the time after the commit.
final class CommitActions: WriteParticipant {
  private var actions: [@Sendable () -> Void] = []

  init(_ session: WriteSession) {}

  func add(_ action: @escaping @Sendable () -> Void) { actions.append(action) }

  func adopt(_ child: CommitActions) { actions += child.actions }

  var afterCommit: ((StoreCore) -> Void)? {
    if actions.isEmpty { return nil }
    return { [actions] store in
      store.commitActions.async { for action in actions { action() } }
    }
  }
}
