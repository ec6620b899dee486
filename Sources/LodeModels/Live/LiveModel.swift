internal import LodeCoding
internal import LodeStore

/// A watched row, found by its key.
struct LiveModel<M: Model & Sendable>: LiveContent {
  private struct Received {
    /// The version of the row; `nil` if the row did not exist.
    let version: RowVersion?
  }

  private let key: Result<RowKey, any Error>
  private let comparison = RowComparison()
  private var last: Received?

  init(_ key: M.PrimaryKey, in partition: String?) {
    self.key = Result { try RowLocation(partition).rowKey(key) }
  }

  mutating func next(in transaction: ReadTransaction, isReopened: Bool) throws -> M?? {
    let key = try key.get().bytes
    let access = transaction.access(to: M.collectionName)
    let old = last?.version
    var isSame = false
    var found: (model: M, version: RowVersion)?
    let exists = try access.withRow(key.span, .tuple) { row in
      if let old, comparison.isSame(row, as: old) {
        isSame = true
        return
      }
      let model = try access.unarchive(row.bytes, row.type, as: M.self, AllowedTypes())
      found = (model, comparison.version(key, row))
    }
    if isSame || !exists && last != nil && old == nil { return nil }
    last = Received(version: found?.version)
    return .some(found?.model)
  }
}
