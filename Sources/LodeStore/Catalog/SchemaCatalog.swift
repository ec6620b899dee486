internal import LodeCoding
internal import LodeLMDB

/// What the archives of a store refer to: schemas, by number from 1, and blobs.
///
/// No schema is ever changed or removed, so a number means the same in every snapshot that has it.
final class SchemaCatalog: Sendable {
  /// The schemas; the one of number 1 first.
  let schemas: [ArchiveSchema]
  /// The numbers by the digests of the definitions; of two of one digest, which is next to
  /// impossible, the first.
  private let numbers: [UInt64: UInt32]
  /// The table of the store's blobs, once it has one.
  let blobs: CollectionInfo?
  /// The numbers of the schemas of a blob with its bytes, and of one with its number; zero when
  /// there is none.
  let (inlineBlob, storedBlob): (UInt32, UInt32)
  /// The schemas of rows that are upgraded as they are read, and which no stored row has.
  let unrecorded: UnrecordedSchemas
  /// What rows are read with for the fields that types got later; the schemas have it too.
  let added: AddedFields

  /// - Parameter schemas: those with what their objects are read with.
  init(
    _ schemas: [ArchiveSchema] = [], added: AddedFields = AddedFields(),
    blobs: CollectionInfo? = nil, unrecorded: UnrecordedSchemas = UnrecordedSchemas()
  ) {
    self.schemas = schemas
    self.added = added
    self.blobs = blobs
    self.unrecorded = unrecorded
    numbers = Dictionary(
      schemas.enumerated().map { ($1.digest, UInt32($0 + 1)) },
      uniquingKeysWith: { first, _ in first })
    (inlineBlob, storedBlob) = Self.blobSchemas(schemas, numbers)
  }

  /// The schema of a number.
  @inline(__always)
  func schema(_ number: UInt32) -> ArchiveSchema? {
    let index = Int(number) - 1
    if index >= 0 && index < schemas.count { return schemas[index] }
    return unrecorded.schema(number)
  }

  /// The number of a schema of exactly this definition.
  func number(of schema: ArchiveSchema) -> UInt32? {
    guard let number = numbers[schema.digest] else { return nil }
    if schemas[Int(number) - 1] == schema { return number }
    return schemas.firstIndex(of: schema).map { UInt32($0 + 1) }
  }

  /// The same with one more.
  func adding(_ schema: ArchiveSchema) -> SchemaCatalog {
    SchemaCatalog(
      schemas + [added.completing(schema)], added: added, blobs: blobs, unrecorded: unrecorded)
  }

  /// The same when rows are read with other defaults.
  func with(added: AddedFields) -> SchemaCatalog {
    SchemaCatalog(
      schemas.map(added.completing), added: added, blobs: blobs, unrecorded: unrecorded)
  }

  /// The same with a table of blobs.
  func with(blobs: CollectionInfo?) -> SchemaCatalog {
    SchemaCatalog(schemas, added: added, blobs: blobs, unrecorded: unrecorded)
  }

  /// The schemas of the same type, and of the same case or extension, of whatever version.
  func related(to schema: ArchiveSchema) -> [(number: UInt32, schema: ArchiveSchema)] {
    schemas.enumerated().compactMap { index, other in
      other.name == schema.name && other.kind.isSameLevel(as: schema.kind)
        ? (UInt32(index + 1), other) : nil
    }
  }
}

extension ArchiveSchema.Kind {
  /// Whether both describe the same part of a type, whatever its superclass.
  fileprivate func isSameLevel(as other: ArchiveSchema.Kind) -> Bool {
    switch (self, other) {
    case (.structure, .structure), (.class, .class): true
    default: self == other
    }
  }
}

extension CatalogTable {
  /// Reads the schemas.
  func loadSchemas(_ upgrades: UpgradeRegistry) throws -> SchemaCatalog {
    var schemas: [ArchiveSchema] = []
    let cursor = try CursorHandle(transaction, over: table.place)
    defer { cursor.close() }
    var entry = try cursor.seek(atLeast: [CatalogRecord.schemaKind].span)
    while let row = entry, row.key[0] == CatalogRecord.schemaKind {
      guard let definition = CatalogRecord.open(row.value, key: row.key), row.key.count == 5,
        row.key.extracting(1..<5).littleEndianUInt32(at: 0).byteSwapped == schemas.count + 1
      else { throw damaged() }
      schemas.append(try ArchiveSchema(definition: definition))
      entry = try cursor.move(.next)
    }
    let added = try loadAddedFields()
    return SchemaCatalog(
      schemas.map(added.completing), added: added, unrecorded: upgrades.schemas)
  }

  /// Writes the schemas that are new, and what rows are read with.
  func write(_ new: SchemaCatalog, over old: SchemaCatalog) throws(LMDBError) {
    try write(new.added, over: old.added)
    for index in old.schemas.count..<max(old.schemas.count, new.schemas.count) {
      try put(new.schemas[index].definition, CatalogRecord.schemaKey(UInt32(index + 1)))
    }
  }
}

extension CatalogRecord {
  static func schemaKey(_ number: UInt32) -> [UInt8] {
    [schemaKind] + withBytes(of: number.bigEndian)
  }
}
