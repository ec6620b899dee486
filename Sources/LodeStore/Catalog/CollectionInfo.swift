internal import LodeCoding
internal import LodeLMDB
import Synchronization

/// What the catalog knows of one collection; a change makes a new one.
///
/// A class, because every read of a row hands it on: one pointer is cheaper to pass than its parts.
final class CollectionInfo: Sendable {
  let name: String
  /// The number of its table; tables are named after it and outlive a collection, see ``Catalog``.
  let id: UInt32
  /// LMDB's handle of the table.
  let table: Table
  /// Whether it was declared and so is listed without rows too.
  let isDeclared: Bool
  /// How its keys are made; set by the first key.
  let keyFormat: KeyFormat?

  /// How its values are compressed.
  let settings: CompressionSettings
  /// Where the dictionaries of its rows are.
  let dictionaries: DictionaryShelf
  /// The dictionary of new rows, once it has been needed.
  let knownDictionary = AtomicLazyReference<CompressionDictionary>()
  /// Makes the blocks of new rows, once the first one has asked for it.
  let knownCompressor = AtomicLazyReference<RowCompressor>()

  init(
    name: String, id: UInt32, table: Table, isDeclared: Bool, keyFormat: KeyFormat?,
    settings: CompressionSettings = .init(), dictionaries: DictionaryShelf
  ) {
    self.name = name
    self.id = id
    self.table = table
    self.isDeclared = isDeclared
    self.keyFormat = keyFormat
    self.settings = settings
    self.dictionaries = dictionaries
  }

  /// The same collection with other parts.
  private func with(
    name: String? = nil, isDeclared: Bool? = nil, keyFormat: KeyFormat? = nil,
    settings: CompressionSettings? = nil
  ) -> CollectionInfo {
    CollectionInfo(
      name: name ?? self.name, id: id, table: table, isDeclared: isDeclared ?? self.isDeclared,
      keyFormat: keyFormat ?? self.keyFormat, settings: settings ?? self.settings,
      dictionaries: dictionaries)
  }

  /// The same collection under another name.
  func renamed(_ name: String) -> CollectionInfo { with(name: name) }

  /// The same collection, listed without rows too.
  func declared() -> CollectionInfo { with(isDeclared: true) }

  /// The same collection with keys of a format.
  func with(keyFormat: KeyFormat) -> CollectionInfo { with(name: nil, keyFormat: keyFormat) }

  /// The same collection with values compressed in another way.
  func with(settings: CompressionSettings) -> CollectionInfo { with(name: nil, settings: settings) }

  /// Whether the catalog's row of both is the same.
  func hasSameRow(as other: CollectionInfo?) -> Bool {
    guard let other else { return false }
    return self === other
      || id == other.id && isDeclared == other.isDeclared && keyFormat == other.keyFormat
  }

  /// The name of a table in LMDB.
  static func tableName(_ id: UInt32) -> String { "c\(id)" }
}

extension Catalog {
  /// The tables of its collections and its blobs, for the environment to keep.
  var openedTables: [OpenedTable] {
    (Array(collections.values) + (schemas.blobs.map { [$0] } ?? [])).map { info in
      OpenedTable(
        name: CollectionInfo.tableName(info.id), place: info.table.place, hasIntegerKeys: false)
    }
  }
}
