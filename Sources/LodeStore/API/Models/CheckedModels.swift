import Synchronization

/// What a write has already compared with the declarations of models.
final class CheckedModels: WriteParticipant {
  /// The collections whose declared indexes the write has checked.
  var collections: Set<String> = []
  /// The types for which the write has checked and recorded the defaults of added fields.
  ///
  /// An added field is newer than existing rows, so reading these rows needs a default.
  var types: Set<ObjectIdentifier> = []

  init(_ session: WriteSession) {
    guard let outer = session.parent?.known(CheckedModels.self) else { return }
    (collections, types) = (outer.collections, outer.types)
  }

  func adopt(_ child: CheckedModels) { (collections, types) = (child.collections, child.types) }

  var afterCommit: ((StoreCore) -> Void)? {
    if types.isEmpty { return nil }
    return { [types] core in core.typesWithDefaults.withLock { $0.formUnion(types) } }
  }
}
