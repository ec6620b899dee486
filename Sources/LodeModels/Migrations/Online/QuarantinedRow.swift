public import LodeStore

/// A row whose migration failed; the stored row is unchanged.
public struct QuarantinedRow: Hashable, Sendable {
  /// The name of the row's collection.
  public let collection: String
  /// The row's key.
  public let key: RowKey
  /// The name in archives of the type whose step failed; `nil` if unknown.
  public let type: String?
  /// The version before the step; `nil` if unknown.
  public let fromVersion: Int?
  /// The version after the step; `nil` if unknown.
  public let toVersion: Int?
  /// The message of the migration error, with the cause of the error, if any.
  public let message: String

  init(_ row: FailedRow, of collection: String) {
    self.collection = collection
    (key, message) = (row.key, row.message)
    let isKnown = !row.type.isEmpty
    type = isKnown ? row.type : nil
    fromVersion = isKnown ? Int(row.from) : nil
    toVersion = isKnown ? Int(row.to) : nil
  }
}

extension FailedRow {
  /// Creates the record of a failed migration.
  init(_ error: MigrationError, at key: RowKey) {
    self.init(
      key: key, type: error.type ?? "", from: UInt32(clamping: error.fromVersion ?? 0),
      to: UInt32(clamping: error.toVersion ?? 0), message: error.reason)
  }
}

extension Store {
  /// Returns the rows whose migration failed and still fails.
  ///
  /// An online migration and ``migrateRows(progress:)`` record each failed row in the file. The
  /// result also includes rows that failed in a read since the opening of the store, at most 1,000
  /// rows of each collection. Failed rows are unchanged. Queries skip failed rows, unless the query
  /// is strict. Any other read of a failed row throws `StoreError` caused by a ``MigrationError``
  /// with `failed`.
  ///
  /// To resolve failed rows, open the store with a corrected step, save or delete the rows, or call
  /// `abandon`. In a store that is open without the migration's plan, the call returns all recorded
  /// rows, and runs no step.
  ///
  /// ```swift
  /// for row in try store.quarantine() { print(row.collection, row.key, row.message) }
  /// ```
  ///
  /// - Complexity: O(size of the failed rows), because the call runs the steps of each failed row
  ///   again.
  /// - Throws: `StoreError` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///   - `damaged` if the file is damaged.
  ///   - Any code in the table of ``ModelStoring``.
  public func quarantine() throws -> [QuarantinedRow] {
    try read { transaction in
      var rows: [QuarantinedRow] = []
      for pending in transaction.pendingCollections {
        let migration = migration(pending.digest)
        var keys: Set<RowKey> = []
        let failed =
          try transaction.failedRows(of: pending.name)
          + (migration?.failedReads(of: pending.name) ?? [])
        for row in failed where keys.insert(row.key).inserted {
          if migration != nil, !row.key.failsToRead(in: transaction.access(to: pending.name)) {
            continue
          }
          rows.append(QuarantinedRow(row, of: pending.name))
        }
      }
      return rows
    }
  }
}

extension RowKey {
  /// Returns whether reading a row fails; `false` if the row does not exist.
  fileprivate func failsToRead(in access: CollectionAccess) -> Bool {
    (try? access.withRow(bytes.span, format) { _ in }) == nil
  }
}
