package import LodeCoding

extension CollectionAccess {
  /// Returns a copy that skips rows whose migration fails.
  package func skippingFailedRows() -> CollectionAccess {
    guard let info, info.migration != nil else { return self }
    var access = self
    access.reader.skipped = SkippedRowCounter(info)
    return access
  }

  /// Adds the failed rows of a range to the counter.
  ///
  /// A query that an index answers does not read failed rows.
  package func countFailedRows(in range: KeyRange) throws {
    guard skipped != nil, let info else { return }
    let table = CatalogTable(transaction: handle, table: info.dictionaries.catalogTable)
    for row in try PendingMigrationRecords(table, of: info.id).quarantine()
    where range.contains(row.key.bytes.span) {
      // If the migration of the row fails again, the read adds the row to the counter.
      _ = try withRow(row.key.bytes.span, row.key.format) { _ in }
    }
  }
}
