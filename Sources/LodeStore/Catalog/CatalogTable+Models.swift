internal import LodeCoding
internal import LodeLMDB

// Which types' models the rows of collections are; `Docs/Format/Catalog.md` has the bytes.
extension CatalogTable {
  /// The types that have claimed collections, by the numbers of the collections' tables.
  func loadModels() throws -> [UInt32: String] {
    var models: [UInt32: String] = [:]
    let cursor = try CursorHandle(transaction, over: table.place)
    defer { cursor.close() }
    var entry = try cursor.seek(atLeast: [CatalogRecord.modelKind].span)
    while let row = entry, row.key[0] == CatalogRecord.modelKind {
      guard row.key.count == 5, let value = CatalogRecord.open(row.value, key: row.key),
        let name = String(validating: Array(copying: value), as: UTF8.self)
      else { throw damaged() }
      models[row.key.extracting(1..<5).littleEndianUInt32(at: 0).byteSwapped] = name
      entry = try cursor.move(.next)
    }
    return models
  }

  /// Writes what differs of two generations.
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
  /// The types that have claimed collections, by the numbers of the collections' tables.
  fileprivate var models: [UInt32: String] {
    var models: [UInt32: String] = [:]
    for info in collections.values where info.model != nil { models[info.id] = info.model }
    return models
  }

  /// The types that the rows of a collection may have, as archives have their names.
  ///
  /// Former names of a type are among them: an earlier program may still write them.
  /// - Returns: `nil` when no model has claimed the collection, so that it may have any rows.
  func owners(of collection: String) -> [String]? {
    guard let model = collections[collection]?.model else { return types.owners(of: collection) }
    return [model] + (types.records[model]?.formerNames ?? [])
  }

  /// The fields that the keys of a collection's model consist of.
  ///
  /// - Returns: an empty array if no model of the collection is on record.
  func keyFields(of collection: String) -> [String] {
    owners(of: collection)?.lazy.compactMap { types.records[$0]?.keyFields }.first ?? []
  }
}
