internal import LodeCoding

/// The number of rows that a query skips because a step of their migration fails.
///
/// At the end of the query, the counter reports the number to the migration.
package final class SkippedRowCounter {
  private let info: CollectionRuntime
  /// The keys of the skipped rows.
  ///
  /// A set is necessary, because a query can read a row more than once.
  private var keys: Set<[UInt8]> = []

  init(_ info: CollectionRuntime) { self.info = info }

  deinit {
    if !keys.isEmpty { info.migration?.work.noteSkipped(keys.count, of: info.name) }
  }

  /// The number of skipped rows.
  package var count: Int { keys.count }

  func note(_ key: Span<UInt8>) { keys.insert(key.copied()) }
}
