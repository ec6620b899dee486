internal import LodeCoding
internal import LodeLMDB

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

  init(name: String, id: UInt32, table: Table, isDeclared: Bool, keyFormat: KeyFormat?) {
    self.name = name
    self.id = id
    self.table = table
    self.isDeclared = isDeclared
    self.keyFormat = keyFormat
  }

  /// The same collection under another name.
  func renamed(_ name: String) -> CollectionInfo {
    CollectionInfo(name: name, id: id, table: table, isDeclared: isDeclared, keyFormat: keyFormat)
  }

  /// The same collection, listed without rows too.
  func declared() -> CollectionInfo {
    CollectionInfo(name: name, id: id, table: table, isDeclared: true, keyFormat: keyFormat)
  }

  /// The same collection with keys of a format.
  func with(keyFormat: KeyFormat) -> CollectionInfo {
    CollectionInfo(name: name, id: id, table: table, isDeclared: isDeclared, keyFormat: keyFormat)
  }

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
  /// The tables of its collections, for the environment to keep.
  var openedTables: [OpenedTable] {
    collections.values.map { info in
      OpenedTable(
        name: CollectionInfo.tableName(info.id), place: info.table.place, hasIntegerKeys: false)
    }
  }
}
