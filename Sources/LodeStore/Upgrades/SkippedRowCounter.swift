package import LodeCoding
internal import LodeLMDB

/// Counts the rows that a query passes over because a step of their migration fails.
///
/// The upgrade is told when the query is over and lets go of this.
package final class SkippedRowCounter {
  private let info: CollectionInfo
  /// The keys, each once: a query may meet a row more than once.
  private var keys: Set<[UInt8]> = []

  init(_ info: CollectionInfo) { self.info = info }

  deinit {
    if !keys.isEmpty { info.waiting?.upgrade?.upgrade.noteSkipped(keys.count, of: info.name) }
  }

  /// How many rows there were.
  package var count: Int { keys.count }

  func note(_ key: Span<UInt8>) { keys.insert(key.copied()) }
}

extension CollectionAccess {
  /// The same, without the rows that a step of their migration fails for.
  package func skippingFailedRows() -> CollectionAccess {
    guard let info, info.waiting?.upgrade != nil else { return self }
    var access = self
    access.skipped = SkippedRowCounter(info)
    return access
  }

  /// Counts the rows on record as failed, of which a query that an index answers meets none.
  package func countFailedRows(in range: KeyRange) throws {
    guard skipped != nil, let info else { return }
    let table = CatalogTable(transaction: handle, table: info.dictionaries.catalogTable)
    for row in try table.quarantine(of: info.id) where range.contains(row.key.bytes.span) {
      // One that was mended since can be read.
      _ = try withRow(row.key.bytes.span, row.key.format) { _ in }
    }
  }
}
