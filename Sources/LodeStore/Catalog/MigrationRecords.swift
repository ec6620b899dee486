package import LodeCoding
internal import LodeLMDB

/// What a store keeps of its migrations: the steps that ran, and the version at which each type's rows are.
///
/// `Docs/Format/Migrations.md` has the bytes.
package struct MigrationRecords: Hashable, Sendable {
  /// A step that ran.
  package struct StepRecord: Hashable, Sendable {
    /// What the step said of itself.
    package var digest: UInt64
    /// Whether it was a step of the whole store.
    package var isOfStore: Bool

    package init(digest: UInt64, isOfStore: Bool) {
      self.digest = digest
      self.isOfStore = isOfStore
    }
  }

  /// A type whose rows were seen to be of a version.
  package struct TypeRecord: Hashable, Sendable {
    /// No row of an earlier version was left.
    package var version: Int
    /// The collection of a model; empty for a type that is no model.
    package var collection: String
    /// The fields of a model's key.
    package var keyFields: [String]

    package init(version: Int, collection: String = "", keyFields: [String] = []) {
      self.version = version
      self.collection = collection
      self.keyFields = keyFields
    }
  }

  /// The steps that ran, by their names.
  package var steps: [String: StepRecord] = [:]
  /// What is known of types, by the names that archives have for them.
  package var types: [String: TypeRecord] = [:]

  package init() {}
}

extension ReadTransaction {
  /// What the store keeps of its migrations.
  /// - Complexity: O(steps + types).
  package func migrationRecords() throws -> MigrationRecords {
    try CatalogTable(transaction: handle, table: catalog.table).loadMigrations()
  }
}

extension WriteScope {
  /// What the store keeps of its migrations.
  /// - Complexity: O(steps + types).
  package func migrationRecords() throws -> MigrationRecords {
    try context.checkOpen()
    return try catalogTable.loadMigrations()
  }

  /// Keeps what is not kept yet, or otherwise; nothing is ever removed.
  ///
  /// That is no change of the store's content, so it has no revision of its own.
  package func record(_ records: MigrationRecords) throws {
    try context.checkOpen()
    let old = try catalogTable.loadMigrations()
    if old == records { return }
    if !context.hasChanges { context.changesContent = false }
    try storeErrors { () throws(LMDBError) in try catalogTable.write(records, over: old) }
    context.hasChanges = true
  }

  private var catalogTable: CatalogTable {
    CatalogTable(transaction: context.handle, table: context.store.catalogTable)
  }
}

extension WriteScope {
  /// The schemas that the store knows, in the order in which they were recorded.
  package var schemas: [SchemaRecord] {
    context.catalog.schemas.schemas.enumerated().map {
      SchemaRecord(number: UInt32($0 + 1), schema: $1)
    }
  }

  /// Records a schema, whether or not an archive needs it yet.
  ///
  /// - Throws: ``StoreError`` with `schemaDrift`.
  package func add(_ schema: ArchiveSchema) throws(StoreError) {
    _ = try context.number(of: schema)
  }
}

extension CatalogTable {
  func loadMigrations() throws -> MigrationRecords {
    var records = MigrationRecords()
    let cursor = try CursorHandle(transaction, over: table.place)
    defer { cursor.close() }
    var entry = try cursor.seek(atLeast: [CatalogRecord.stepKind].span)
    while let row = entry, row.key[0] <= CatalogRecord.typeKind {
      guard let value = CatalogRecord.open(row.value, key: row.key) else { throw damaged() }
      let name = String(decoding: Array(copying: row.key).dropFirst(), as: UTF8.self)
      if row.key[0] == CatalogRecord.stepKind {
        guard value.count == 9, value[0] <= 1 else { throw damaged() }
        records.steps[name] = MigrationRecords.StepRecord(
          digest: value.littleEndianUInt64(at: 1), isOfStore: value[0] == 1)
      } else {
        guard let type = CatalogRecord.decodeType(Array(copying: value)) else { throw damaged() }
        records.types[name] = type
      }
      entry = try cursor.move(.next)
    }
    return records
  }

  func write(_ new: MigrationRecords, over old: MigrationRecords) throws(LMDBError) {
    for (name, step) in new.steps where old.steps[name] != step {
      let value = [step.isOfStore ? 1 : 0] + CatalogRecord.withBytes(of: step.digest.littleEndian)
      try put(value, [CatalogRecord.stepKind] + name.utf8)
    }
    for (name, type) in new.types where old.types[name] != type {
      try put(CatalogRecord.encode(type), [CatalogRecord.typeKind] + name.utf8)
    }
  }
}

extension CatalogRecord {
  static let stepKind: UInt8 = 0x0b
  static let typeKind: UInt8 = 0x0c

  static func encode(_ type: MigrationRecords.TypeRecord) -> [UInt8] {
    var bytes = withBytes(of: UInt32(clamping: type.version).littleEndian)
    for text in [type.collection] + type.keyFields {
      bytes += withBytes(of: UInt16(clamping: text.utf8.count).littleEndian) + text.utf8
    }
    return bytes
  }

  static func decodeType(_ bytes: [UInt8]) -> MigrationRecords.TypeRecord? {
    guard bytes.count >= 6 else { return nil }
    var texts: [String] = []
    var place = 4
    while place < bytes.count {
      guard place + 2 <= bytes.count else { return nil }
      let end = place + 2 + Int(bytes[place]) + Int(bytes[place + 1]) << 8
      guard end <= bytes.count,
        let text = String(validating: bytes[place + 2..<end], as: UTF8.self)
      else { return nil }
      texts.append(text)
      place = end
    }
    return MigrationRecords.TypeRecord(
      version: Int(bytes.span.littleEndianUInt32(at: 0)), collection: texts[0],
      keyFields: Array(texts.dropFirst()))
  }
}
