internal import LodeCoding
internal import LodeLMDB

// The recorded schemas, and the defaults of added fields.
extension CatalogTable {
  /// Loads the schemas with the defaults of added fields.
  func loadSchemas(_ upgrades: UpgradeRegistry) throws(StoreError) -> SchemaCatalog {
    var schemas: [ArchiveSchema] = []
    try forEachRow(ofKind: CatalogRecord.schemaKind) { (key, definition) throws(StoreError) in
      guard try tableNumber(key) == schemas.count + 1,
        let schema = try? ArchiveSchema(definition: definition)
      else { throw damaged() }
      schemas.append(schema)
    }
    let added = try loadAddedFields()
    return SchemaCatalog(
      schemas.map(added.completing), added: added, unrecorded: upgrades.schemas)
  }

  /// Writes the new schemas and the defaults of added fields.
  func write(_ new: SchemaCatalog, over old: SchemaCatalog) throws(LMDBError) {
    try write(new.added, over: old.added)
    for index in old.schemas.count..<max(old.schemas.count, new.schemas.count) {
      try put(new.schemas[index].definition, CatalogRecord.schemaKey(UInt32(index + 1)))
    }
  }

  /// Loads the defaults of all added fields.
  func loadAddedFields() throws(StoreError) -> AddedFields {
    AddedFields(types: try load(CatalogRecord.addedFieldsKind, CatalogRecord.decodeAddedFields))
  }

  /// Writes the defaults that differ between two generations, and raises the store's format number
  /// if necessary.
  func write(_ new: AddedFields, over old: AddedFields) throws(LMDBError) {
    if new == old { return }
    for name in Set(new.types.keys).union(old.types.keys).sorted()
    where new.types[name] != old.types[name] {
      try putOrDelete(
        CatalogRecord.encode(new.types[name] ?? []), [CatalogRecord.addedFieldsKind] + name.utf8)
    }
    if !new.types.isEmpty { try raiseFormat(to: CatalogRecord.addedFieldsFormat) }
  }
}

extension CatalogRecord {
  static func schemaKey(_ number: UInt32) -> [UInt8] {
    [schemaKind] + withBytes(of: number.bigEndian)
  }
}
