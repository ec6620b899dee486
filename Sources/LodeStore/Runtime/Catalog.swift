internal import LodeLMDB

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
  var generation: UInt64 = 0
  /// The collections by name, including collections without rows.
  var collections: [String: CollectionRuntime] = [:]
  /// The numbers of emptied tables, for the next new collections and indexes.
  var freeTables: [UInt32] = []
  /// The table that small collections share, or `nil` while each collection has its own table.
  var shared: SharedTable?
  /// The change log, or `nil` without a change log.
  var changeLog: ChangeLogRecord?
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

extension Catalog {
  /// The collections, and the collection of the blobs.
  var collectionsAndBlobs: [CollectionRuntime] {
    collections.values + (schemas.blobs.map { [$0] } ?? [])
  }

  /// The tables of collections, indexes, and blobs, the shared table, and the change log, with
  /// their numbers.
  var tables: [(id: UInt32, table: Table)] {
    var tables = shared.map { [($0.id, $0.table)] } ?? []
    if let changeLog { tables.append((changeLog.id, changeLog.table)) }
    for info in collectionsAndBlobs {
      if !info.table.isShared { tables.append((info.id, info.table)) }
      tables += info.indexes.map { ($0.id, $0.table) }
    }
    return tables
  }

  /// The tables that the environment keeps open.
  var openedTables: [OpenedTable] {
    tables.map { OpenedTable(name: CollectionRecord.tableName($0.id), place: $0.table.place) }
  }

  /// Replaces indexes of an earlier layout with unbuilt indexes of the current layout.
  ///
  /// The first commit replaces these indexes, whatever the commit changes. Otherwise, an earlier
  /// version of Lode would search an index without the new rows.
  mutating func replaceEarlierLayouts() {
    if !hasEarlierLayouts { return }
    for var info in collections.values {
      for index in info.indexes where index.record.hasEarlierLayout {
        info = info.with(index: index.restarted, named: index.name)
      }
      collections[info.name] = info
    }
    hasEarlierLayouts = false
    generation += 1
  }

  /// Returns the types that the rows of a collection may have, by the type names in archives.
  ///
  /// The result includes former names of a type, because rows with these names can exist.
  ///
  /// - Returns: The type names, or `nil` if no model has claimed the collection and rows may have
  ///   any type.
  func owners(of collection: String) -> [String]? {
    guard let model = collections[collection]?.model else { return types.owners(of: collection) }
    return [model] + (types.records[model]?.formerNames ?? [])
  }

  /// Returns the key fields of a collection's model.
  ///
  /// - Returns: The fields, or an empty array if no model of the collection is recorded.
  func keyFields(of collection: String) -> [String] {
    owners(of: collection)?.lazy.compactMap { types.records[$0]?.keyFields }.first ?? []
  }

  /// Returns the collection with a name, or all collections without a name, in the order of names.
  func collections(named name: String?) -> [CollectionRuntime] {
    if let name { return collections[name].map { [$0] } ?? [] }
    return collections.values.sorted { $0.name < $1.name }
  }
}
