internal import LodeStore

/// A watched row, found by its key.
struct LiveRow<Row: Sendable>: LiveContent {
  private struct Received {
    /// The version of the row; `nil` if the row did not exist.
    let version: RowVersion?
    var snapshot: SnapshotVersion
  }

  private let collection: String
  /// The stored key, or the error of a key that cannot be stored.
  private let key: Result<RowKey, any Error>
  private let comparison = RowComparison()
  private let decode: @Sendable (borrowing RowValue, CollectionAccess) throws -> Row
  private var last: Received?

  /// Watches a row.
  ///
  /// - Parameters:
  ///   - key: The stored key, or the error of a key that cannot be stored.
  ///   - collection: The collection of the row.
  ///   - decode: Decodes the row.
  init(
    _ key: Result<RowKey, any Error>, of collection: String,
    _ decode: @escaping @Sendable (borrowing RowValue, CollectionAccess) throws -> Row
  ) {
    (self.key, self.collection, self.decode) = (key, collection, decode)
  }

  mutating func next(
    in transaction: ReadTransaction, isReopened: Bool, _ watch: CollectionWatch
  ) throws -> Row?? {
    let rowKey = try self.key.get()
    let key = rowKey.bytes
    let snapshot = try transaction.version()
    if !isReopened, let last,
      let keys = transaction.changedKeys(watch, since: last.snapshot),
      !keys.contains(rowKey)
    {
      self.last?.snapshot = snapshot
      return nil
    }
    let access = transaction.access(to: collection)
    let old = last?.version
    var isSame = false
    var found: (row: Row, version: RowVersion)?
    let exists = try access.withRow(key.span, .tuple) { row in
      if let old, comparison.isSame(row, as: old) {
        isSame = true
        return
      }
      found = (try decode(row, access), comparison.version(key, row))
    }
    if isSame || !exists && last != nil && old == nil {
      last?.snapshot = snapshot
      return nil
    }
    last = Received(version: found?.version, snapshot: snapshot)
    return .some(found?.row)
  }
}
