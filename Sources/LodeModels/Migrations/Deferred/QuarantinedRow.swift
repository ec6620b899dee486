public import LodeStore

/// A row that a step failed for; it is as it was, and waits for a step that is mended.
public struct QuarantinedRow: Hashable, Sendable {
  /// The row's collection.
  public let collection: String
  /// The row's key.
  public let key: RowKey
  /// The type whose step failed, as archives have its name.
  public let type: String?
  /// The version that the step begins with.
  public let fromVersion: Int?
  /// The version that the step leads to.
  public let toVersion: Int?
  /// What went wrong.
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
  /// What is kept of a failure.
  init(_ error: MigrationError, at key: RowKey) {
    self.init(
      key: key, type: error.type ?? "", from: UInt32(clamping: error.fromVersion ?? 0),
      to: UInt32(clamping: error.toVersion ?? 0), message: error.reason)
  }
}

extension Store {
  /// The rows that could not be migrated and were met by an online migration, or by a read since
  /// the store was opened.
  ///
  /// They are as they were, and reading them throws ``MigrationError`` with `failed`. Open the
  /// store with a step that is mended, save or delete them, or give them up. Rows that were mended
  /// in the meantime are not among them.
  ///
  /// ```swift
  /// for row in try store.quarantine() { print(row.collection, row.key, row.message) }
  /// ```
  ///
  /// - Complexity: O(rows in quarantine).
  /// - Throws: `StoreError` with `damaged`.
  public func quarantine() throws -> [QuarantinedRow] {
    try read { transaction in
      var rows: [QuarantinedRow] = []
      for waiting in transaction.waitingCollections {
        let upgrade = upgrade(waiting.digest) as? DeferredMigration
        var keys: Set<RowKey> = []
        let failed =
          try transaction.failedRows(of: waiting.name)
          + (upgrade?.failedReads(of: waiting.name) ?? [])
        for row in failed where keys.insert(row.key).inserted {
          if let upgrade, try !upgrade.fails(row.key, transaction.access(to: waiting.name)) {
            continue
          }
          rows.append(QuarantinedRow(row, of: waiting.name))
        }
      }
      return rows
    }
  }
}
