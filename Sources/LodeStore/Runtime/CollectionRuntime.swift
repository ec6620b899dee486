internal import LodeCoding
internal import LodeLMDB
import Synchronization

/// One collection of a catalog: the record, the table, the indexes, and the caches.
///
/// The type is a class, because every read of a row passes the collection to other functions. A
/// pointer is cheaper to pass than the properties.
final class CollectionRuntime: Sendable {
  let record: CollectionRecord
  /// The table of the rows, or the collection's part of the shared table.
  let table: Table
  /// The indexes, ordered by name.
  let indexes: [IndexRuntime]
  /// The dictionaries, functions, and migrations of the store.
  let registries: StoreRegistries
  /// The paths that queries have found in rows.
  let seenPaths: SeenPaths
  /// The damage of rows that a check has found.
  let rowDamage: RowDamage
  /// The dictionary of new rows; `nil` before the first use.
  let knownDictionary = DictionaryReference()
  /// The compressor of new rows; `nil` before the first use.
  let knownCompressor = AtomicLazyReference<RowCompressor>()
  /// The pending migration; `nil` before the first use.
  private let knownMigration = AtomicLazyReference<RegisteredMigration>()
  /// The plans of recent queries.
  let plans = PlanCache()

  init(
    _ record: CollectionRecord, table: Table, indexes: [IndexRuntime] = [],
    registries: StoreRegistries, seenPaths: SeenPaths = SeenPaths(), rowDamage: RowDamage = .none
  ) {
    self.record = record
    self.table = table
    self.indexes = indexes
    self.registries = registries
    self.seenPaths = seenPaths
    self.rowDamage = rowDamage
  }

  /// Returns a copy with a changed record, and with the given properties instead of the current
  /// properties.
  func with(
    table: Table? = nil, indexes: [IndexRuntime]? = nil, rowDamage: RowDamage? = nil,
    _ change: (inout CollectionRecord) -> Void = { _ in }
  ) -> CollectionRuntime {
    var record = record
    change(&record)
    return CollectionRuntime(
      record, table: table ?? self.table, indexes: indexes ?? self.indexes, registries: registries,
      seenPaths: seenPaths, rowDamage: rowDamage ?? self.rowDamage)
  }

  /// Returns a copy with one index changed or added; `nil` removes the index.
  func with(index: IndexRuntime?, named name: String) -> CollectionRuntime {
    var indexes = indexes.filter { $0.name != name }
    if let index { indexes.append(index) }
    return with(indexes: indexes.sorted { $0.name < $1.name })
  }

  /// Returns the index with a name, or `nil` if the collection has no index with the name.
  func index(named name: String) -> IndexRuntime? { indexes.first { $0.name == name } }

  var name: String { record.name }
  /// The table number of the collection.
  var id: UInt32 { record.id }
  /// Whether listings contain the collection even without rows.
  var isDeclared: Bool { record.isDeclared }
  /// The format of the keys; `nil` before the first row.
  var keyFormat: KeyFormat? { record.keyFormat }
  /// The compression of the values.
  var settings: CompressionSettings { record.settings }
  /// The pending migration of the rows, or `nil` if no migration is pending.
  var pending: PendingRows? { record.pending }
  /// The archive name of the type that has claimed the collection; `nil` without a claim.
  var model: String? { record.model }
  /// The cache of the dictionaries of the rows.
  var dictionaries: DictionaryCache { registries.dictionaries }

  /// The pending migration, or `nil` if no migration is pending or the program has not registered
  /// the migration.
  var migration: RegisteredMigration? {
    guard let pending else { return nil }
    if let known = knownMigration.load() { return known }
    return registries.migrations.migration(pending.digest).map { knownMigration.storeIfNil($0) }
  }
}
