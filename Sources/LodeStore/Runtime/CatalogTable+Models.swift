internal import LodeCoding
internal import LodeLMDB

// The claims of collections by types of models; `Docs/Format/Catalog.md` specifies the bytes.
extension CatalogTable {
  /// Loads the names of the types that have claimed collections, by table number.
  func loadModels() throws(StoreError) -> [UInt32: String] {
    var models: [UInt32: String] = [:]
    try forEachRow(ofKind: CatalogRecord.modelKind) { (key, value) throws(StoreError) in
      guard let name = String(validating: Array(copying: value), as: UTF8.self) else {
        throw damaged()
      }
      models[try tableNumber(key)] = name
    }
    return models
  }

  /// Writes the claims that differ between two generations.
  func writeModels(_ new: Catalog, over old: Catalog) throws(LMDBError) {
    let (newModels, oldModels) = (new.models, old.models)
    for (id, model) in newModels where model != oldModels[id] {
      try put(Array(model.utf8), CatalogRecord.key(CatalogRecord.modelKind, id))
    }
    for id in oldModels.keys where newModels[id] == nil {
      _ = try transaction.delete(CatalogRecord.key(CatalogRecord.modelKind, id).span, in: table)
    }
  }
}

extension CatalogRecord {
  static let modelKind: UInt8 = 0x12
}

extension Catalog {
  /// The names of the types that have claimed collections, by table number.
  fileprivate var models: [UInt32: String] {
    var models: [UInt32: String] = [:]
    for info in collections.values where info.model != nil { models[info.id] = info.model }
    return models
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
}
