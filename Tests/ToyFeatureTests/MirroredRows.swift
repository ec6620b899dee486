import LodeLMDB
import Synchronization

@testable import LodeStore

/// The changes of mirrors in one write or savepoint, which the end of the write or savepoint
/// writes.
final class MirroredRows: WriteParticipant {
  private let session: WriteSession
  /// The new values by the keys of the rows, for each table; `nil` for a deleted row.
  private var pending: [UInt32: (index: IndexRuntime, values: [[UInt8]: [UInt8]?])] = [:]
  /// The number of changes, with the changes of completed savepoints.
  private var count = 0
  private(set) var hasEnded = false

  init(_ session: WriteSession) { self.session = session }

  /// Records the value of a row, or the deletion of the row.
  func set(_ value: [UInt8]?, _ key: [UInt8], in index: IndexRuntime) {
    count += 1
    pending[index.id, default: (index, [:])].values.updateValue(value, forKey: key)
  }

  func flush() throws(StoreError) {
    for (index, values) in pending.values {
      for (key, value) in values { try write(value, key, in: index) }
    }
    pending.removeAll()
  }

  private func write(
    _ value: [UInt8]?, _ key: [UInt8], in index: IndexRuntime
  ) throws(StoreError) {
    let handle = session.handle
    try session.batch.errors { () throws(LMDBError) in
      guard let value else {
        _ = try handle.delete(key.span, in: index.table)
        return
      }
      let content = index.value(value, for: key.span)
      _ = try handle.put(content.span, forKey: key.span, in: index.table, mode: .overwrite)
    }
  }

  func discardChanges(ofTable id: UInt32) { pending[id] = nil }

  func end() {
    pending.removeAll()
    hasEnded = true
  }

  func adopt(_ child: MirroredRows) { count += child.count }

  var afterCommit: ((StoreCore) -> Void)? {
    if count == 0 { return nil }
    return { [count] store in
      store.plugIns.first(MirrorKind.self) { _ in true }?.commits.withLock { $0.append(count) }
    }
  }
}
