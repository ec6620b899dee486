/// The collections of a store, as one generation of its catalog.
///
/// A value: a write works on its own copy, which becomes the store's when the commit has succeeded.
/// Every change has a new generation, so that a reader can tell by one number whether the copy it
/// holds fits the snapshot it reads.
///
/// Tables of LMDB are never dropped, because that needs the environment alone, and another process
/// or an older read may have them open: a dropped collection's table is emptied and waits in
/// `freeTables` for the next one.
struct Catalog: Sendable {
  /// Counts the changes of the catalog since the store was created.
  var generation: UInt64 = 0
  /// The collections by name, those without rows included.
  var collections: [String: CollectionInfo] = [:]
  /// Emptied tables that the next collections take.
  var freeTables: [UInt32] = []
  /// The table that small collections share; `nil` while each has its own.
  var shared: SharedTable?
  /// The number of the next new table.
  var nextTable: UInt32 = 1
  /// The schemas of all archives that were ever put.
  var schemas = SchemaCatalog()
  /// What is on record of types that a program named.
  var types = RecordedTypes()
  /// The shapes in which programs declared their types last.
  var shapes = DeclaredShapes()
  /// The number of the next dictionary.
  ///
  /// All collections share one counter, so a number never names two dictionaries.
  var nextDictionary: UInt32 = 1
  /// Whether the stored catalog has search indexes of an earlier layout, which are building here.
  var hasEarlierLayouts = false
}

/// What every commit that changes something writes: the state of the store as a whole.
struct StoreHead: Sendable, Hashable {
  /// Counts the commits that changed something.
  var revision: UInt64 = 0
  /// The generation of the catalog.
  var generation: UInt64 = 0
  /// LMDB's number of the commit; another one at opening means that the file is a mix of commits.
  var transaction: UInt64 = 0
  /// A random number by which a writer knows its own commit again.
  var nonce: UInt64 = 0
}
