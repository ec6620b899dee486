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
  /// Its indexes, in the order of their names.
  let indexes: [IndexInfo]
  /// What some of its rows wait for; `nil` when none do.
  let waiting: PendingRows?
  /// The type whose models are its rows, as archives have its name; `nil` when none has claimed the
  /// collection.
  let model: String?
  /// Where the dictionaries of its rows are.
  let dictionaries: DictionaryCache
  /// The dictionary of new rows, once it has been needed.
  let knownDictionary = AtomicLazyReference<CompressionDictionary>()
  /// Makes the blocks of new rows, once the first one has asked for it.
  let knownCompressor = AtomicLazyReference<RowCompressor>()
  /// The paths that rows were seen to have.
  let seenPaths: SeenPaths

  init(
    name: String, id: UInt32, table: Table, isDeclared: Bool, keyFormat: KeyFormat?,
    settings: CompressionSettings = .init(), indexes: [IndexInfo] = [],
    waiting: PendingRows? = nil, model: String? = nil, dictionaries: DictionaryCache,
    seenPaths: SeenPaths = SeenPaths()
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
  }

  /// The same collection with other parts.
  private func with(
    name: String? = nil, isDeclared: Bool? = nil, keyFormat: KeyFormat? = nil,
    settings: CompressionSettings? = nil, indexes: [IndexInfo]? = nil, model: String? = nil
  ) -> CollectionInfo {
    CollectionInfo(
      name: name ?? self.name, id: id, table: table, isDeclared: isDeclared ?? self.isDeclared,
      keyFormat: keyFormat ?? self.keyFormat, settings: settings ?? self.settings,
      indexes: indexes ?? self.indexes, waiting: waiting, model: model ?? self.model,
      dictionaries: dictionaries, seenPaths: seenPaths)
  }

  /// The same collection under another name.
  func renamed(_ name: String) -> CollectionInfo { with(name: name) }

  /// The same collection, listed without rows too.
  func declared() -> CollectionInfo { with(isDeclared: true) }

  /// The same collection with keys of a format.
  func with(keyFormat: KeyFormat) -> CollectionInfo { with(name: nil, keyFormat: keyFormat) }

  /// The same collection with values compressed in another way.
  func with(settings: CompressionSettings) -> CollectionInfo { with(name: nil, settings: settings) }

  /// The same collection when its rows are models of a type.
  func with(model: String) -> CollectionInfo { with(name: nil, model: model) }

  /// The same collection when some of its rows wait for an upgrade, or none do any more.
  func with(waiting: PendingRows?) -> CollectionInfo {
    CollectionInfo(
      name: name, id: id, table: table, isDeclared: isDeclared, keyFormat: keyFormat,
      settings: settings, indexes: indexes, waiting: waiting, model: model,
      dictionaries: dictionaries, seenPaths: seenPaths)
  }

  /// The same collection with its rows in another table.
  func with(table: Table) -> CollectionInfo {
    CollectionInfo(
      name: name, id: id, table: table, isDeclared: isDeclared, keyFormat: keyFormat,
      settings: settings, indexes: indexes, waiting: waiting, model: model,
      dictionaries: dictionaries, seenPaths: seenPaths)
  }

  /// The same collection with other indexes.
  func with(indexes: [IndexInfo]) -> CollectionInfo {
    indexes.isEmpty && self.indexes.isEmpty ? self : with(name: nil, indexes: indexes)
  }

  /// The same collection with one index changed, added, or, with `nil`, removed.
  func with(index: IndexInfo?, named name: String) -> CollectionInfo {
    var indexes = indexes.filter { $0.name != name }
    if let index { indexes.append(index) }
    return with(name: nil, indexes: indexes.sorted { $0.name < $1.name })
  }

  /// The index of a name.
  func index(named name: String) -> IndexInfo? { indexes.first { $0.name == name } }

  /// Whether the catalog's row of both is the same.
  func hasSameRow(as other: CollectionInfo?) -> Bool {
    guard let other else { return false }
    return self === other
      || id == other.id && isDeclared == other.isDeclared && keyFormat == other.keyFormat
        && table.isShared == other.table.isShared
  }

  /// The name of a table in LMDB.
  static func tableName(_ id: UInt32) -> String { "c\(id)" }
}

extension Catalog {
  /// The tables of its collections and its blobs, for the environment to keep.
  var openedTables: [OpenedTable] {
    var opened: [OpenedTable] = []
    for info in Array(collections.values) + (schemas.blobs.map { [$0] } ?? []) {
      if !info.table.isShared { opened.append(OpenedTable(info.id, info.table)) }
      for index in info.indexes { opened.append(OpenedTable(index.id, index.table)) }
    }
    if let shared { opened.append(OpenedTable(shared.id, shared.table)) }
    return opened
  }
}

extension OpenedTable {
  fileprivate init(_ id: UInt32, _ table: Table) {
    self.init(
      name: CollectionInfo.tableName(id), place: table.place, hasIntegerKeys: false)
  }
}
