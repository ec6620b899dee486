internal import LodeCoding
internal import LodeLMDB
import Synchronization

/// The catalog's immutable description of one collection.
///
/// The type is a class, because every read of a row passes the description to other functions. A
/// pointer is cheaper to pass than the properties.
final class CollectionRuntime: Sendable {
  let name: String
  /// The table number of the collection.
  ///
  /// LMDB's name of a separate table contains the number.
  let id: UInt32
  /// The table of the rows, or the collection's part of the shared table.
  let table: Table
  /// Whether the collection was declared; listings contain a declared collection even without rows.
  let isDeclared: Bool
  /// The format of the keys; `nil` before the first row.
  let keyFormat: KeyFormat?

  /// The compression of the values.
  let settings: CompressionSettings
  /// The indexes, ordered by name.
  let indexes: [IndexRuntime]
  /// The pending migration of the rows, or `nil` if no migration is pending.
  let waiting: PendingRows?
  /// The archive name of the type that has claimed the collection; `nil` without a claim.
  let model: String?
  /// The cache of the dictionaries of the rows.
  let dictionaries: DictionaryCache
  /// The dictionary of new rows; `nil` before the first use.
  let knownDictionary = DictionaryReference()
  /// The compressor of new rows; `nil` before the first use.
  let knownCompressor = AtomicLazyReference<RowCompressor>()
  /// The plans of recent queries.
  let plans = PlanCache()
  /// The paths that queries have found in rows.
  let seenPaths: SeenPaths
  /// The damage of rows that a check has found.
  let rowDamage: RowDamage

  init(
    name: String, id: UInt32, table: Table, isDeclared: Bool, keyFormat: KeyFormat?,
    settings: CompressionSettings = .init(), indexes: [IndexRuntime] = [],
    waiting: PendingRows? = nil, model: String? = nil, dictionaries: DictionaryCache,
    seenPaths: SeenPaths = SeenPaths(), rowDamage: RowDamage = .none
  ) {
    self.name = name
    self.id = id
    self.table = table
    self.isDeclared = isDeclared
    self.keyFormat = keyFormat
    self.settings = settings
    self.indexes = indexes
    self.waiting = waiting
    self.model = model
    self.dictionaries = dictionaries
    self.seenPaths = seenPaths
    self.rowDamage = rowDamage
  }

  /// Returns a copy with the given properties changed.
  private func with(
    name: String? = nil, isDeclared: Bool? = nil, keyFormat: KeyFormat? = nil,
    settings: CompressionSettings? = nil, indexes: [IndexRuntime]? = nil, model: String? = nil
  ) -> CollectionRuntime {
    CollectionRuntime(
      name: name ?? self.name, id: id, table: table, isDeclared: isDeclared ?? self.isDeclared,
      keyFormat: keyFormat ?? self.keyFormat, settings: settings ?? self.settings,
      indexes: indexes ?? self.indexes, waiting: waiting, model: model ?? self.model,
      dictionaries: dictionaries, seenPaths: seenPaths, rowDamage: rowDamage)
  }

  /// Returns a copy with another name.
  func renamed(_ name: String) -> CollectionRuntime { with(name: name) }

  /// Returns a copy that is declared.
  func declared() -> CollectionRuntime { with(isDeclared: true) }

  /// Returns a copy with a key format.
  func with(keyFormat: KeyFormat) -> CollectionRuntime { with(name: nil, keyFormat: keyFormat) }

  /// Returns a copy with other compression settings.
  func with(settings: CompressionSettings) -> CollectionRuntime {
    with(name: nil, settings: settings)
  }

  /// Returns a copy that a type has claimed.
  func with(model: String) -> CollectionRuntime { with(name: nil, model: model) }

  /// Returns a copy with a pending migration, or without a pending migration.
  func with(waiting: PendingRows?) -> CollectionRuntime {
    CollectionRuntime(
      name: name, id: id, table: table, isDeclared: isDeclared, keyFormat: keyFormat,
      settings: settings, indexes: indexes, waiting: waiting, model: model,
      dictionaries: dictionaries, seenPaths: seenPaths, rowDamage: rowDamage)
  }

  /// Returns a copy with another table, and with the damage that a check has found.
  ///
  /// With `nil` for `rowDamage`, the copy keeps the known damage.
  func with(table: Table, rowDamage: RowDamage? = nil) -> CollectionRuntime {
    CollectionRuntime(
      name: name, id: id, table: table, isDeclared: isDeclared, keyFormat: keyFormat,
      settings: settings, indexes: indexes, waiting: waiting, model: model,
      dictionaries: dictionaries, seenPaths: seenPaths,
      rowDamage: rowDamage ?? self.rowDamage)
  }

  /// Returns a copy with other indexes.
  func with(indexes: [IndexRuntime]) -> CollectionRuntime {
    indexes.isEmpty && self.indexes.isEmpty ? self : with(name: nil, indexes: indexes)
  }

  /// Returns a copy with one index changed or added; `nil` removes the index.
  func with(index: IndexRuntime?, named name: String) -> CollectionRuntime {
    var indexes = indexes.filter { $0.name != name }
    if let index { indexes.append(index) }
    return with(name: nil, indexes: indexes.sorted { $0.name < $1.name })
  }

  /// Returns the index with a name, or `nil` if the collection has no index with the name.
  func index(named name: String) -> IndexRuntime? { indexes.first { $0.name == name } }

  /// Returns whether both collections have the same row in the catalog.
  func hasSameRow(as other: CollectionRuntime?) -> Bool {
    guard let other else { return false }
    return self === other
      || id == other.id && isDeclared == other.isDeclared && keyFormat == other.keyFormat
        && table.isShared == other.table.isShared
  }

  /// Returns the name of a table in LMDB.
  static func tableName(_ id: UInt32) -> String { "c\(id)" }
}
