package import LodeCoding
internal import LodeLMDB

/// The number of rows that a query skips because a step of their migration fails.
///
/// At the end of the query, the counter reports the number to the migration.
package final class SkippedRowCounter {
  private let info: CollectionInfo
  /// The keys of the skipped rows.
  ///
  /// A set is necessary, because a query can read a row more than once.
  private var keys: Set<[UInt8]> = []

  init(_ info: CollectionInfo) { self.info = info }

  deinit {
    if !keys.isEmpty { info.waiting?.upgrade?.upgrade.noteSkipped(keys.count, of: info.name) }
  }

  /// The number of skipped rows.
  package var count: Int { keys.count }

  func note(_ key: Span<UInt8>) { keys.insert(key.copied()) }
}

extension CollectionAccess {
  /// Returns a copy that skips rows whose migration fails.
  package func skippingFailedRows() -> CollectionAccess {
    guard let info, info.waiting?.upgrade != nil else { return self }
    var access = self
    access.skipped = SkippedRowCounter(info)
    return access
  }

  /// Adds the failed rows of a range to the counter.
  ///
  /// A query that an index answers does not read failed rows.
  package func countFailedRows(in range: KeyRange) throws {
    guard skipped != nil, let info else { return }
    let table = CatalogTable(transaction: handle, table: info.dictionaries.catalogTable)
    for row in try table.quarantine(of: info.id) where range.contains(row.key.bytes.span) {
      // If the migration of the row fails again, the read adds the row to the counter.
      _ = try withRow(row.key.bytes.span, row.key.format) { _ in }
    }
  }
}
