internal import LodeCoding
internal import LodeLMDB

/// What the catalog knows of one collection.
struct CollectionInfo: Sendable, Hashable {
  var name: String
  /// The number of its table; tables are named after it and outlive a collection, see ``Catalog``.
  let id: UInt32
  /// LMDB's handle of the table.
  let table: Table
  /// Whether it was declared and so is listed without rows too.
  var isDeclared: Bool
  /// How its keys are made; set by the first key.
  var keyFormat: KeyFormat?

  /// The name of a table in LMDB.
  static func tableName(_ id: UInt32) -> String { "c\(id)" }
}
