/// One generation of a store's catalog: the collections, the schemas, and the types.
///
/// A catalog is a value. A write changes its own copy, and a successful commit publishes the copy.
/// Every change increases the generation. By comparing generations, a reader detects whether its
/// copy fits the snapshot.
///
/// Dropping an LMDB table needs exclusive access to the environment, because another process or an
/// older read may use the table. The store therefore empties the table of a dropped collection, and
/// keeps the table in `freeTables` for the next collection.
struct Catalog: Sendable {
  /// The number of the generation.
  var generation: UInt64 = 0
  /// The collections by name, including collections without rows.
  var collections: [String: CollectionInfo] = [:]
  /// The numbers of emptied tables, for the next new collections and indexes.
  var freeTables: [UInt32] = []
  /// The table that small collections share, or `nil` while each collection has its own table.
  var shared: SharedTable?
  /// The number of the next new table.
  var nextTable: UInt32 = 1
  /// The recorded schemas, and the table of the blobs.
  var schemas = SchemaCatalog()
  /// The version, collection, key fields, and former names of each recorded type.
  var types = RecordedTypes()
  /// The digests of the schemas that programs last declared.
  var shapes = DeclaredShapes()
  /// The number of the next dictionary.
  ///
  /// All collections share one counter, so a number never names two dictionaries.
  var nextDictionary: UInt32 = 1
  /// Whether the stored catalog has full-text indexes of an earlier layout, which the next commit
  /// replaces.
  var hasEarlierLayouts = false
  /// Whether a check has found an outdated page, so that the catalog may lack collections.
  var isOutdated = false
}

/// The state of the whole store, which every changing commit writes.
struct StoreHead: Sendable, Hashable {
  /// The store's revision, which increases with each write that changes or touches rows, or changes
  /// collections or indexes.
  var revision: UInt64 = 0
  /// The generation of the catalog.
  var generation: UInt64 = 0
  /// LMDB's number of the commit; opening checks all pages if the file has another number.
  var transaction: UInt64 = 0
  /// A random number by which a writer recognizes its own commit.
  var nonce: UInt64 = 0
}
