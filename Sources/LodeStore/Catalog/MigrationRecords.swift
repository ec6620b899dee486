package import LodeCoding
internal import LodeLMDB

/// What a store keeps of its migrations: the steps that ran, and the version at which each type's
/// rows are.
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
    /// The lowest version of the rows that were written since, when it is below that.
    package var earlier: Int?
    /// The collection of a model; empty for a type that is no model.
    package var collection: String
    /// The fields of a model's key.
    package var keyFields: [String]
    /// Names that the type had.
    package var formerNames: [String]
    /// Earlier names of its fields, by current name.
    ///
    /// Fields without earlier names are left out.
    package var formerFields: [String: [String]]

    package init(
      version: Int, earlier: Int? = nil, collection: String = "", keyFields: [String] = [],
      formerNames: [String] = [], formerFields: [String: [String]] = [:]
    ) {
      self.earlier = earlier
      (self.version, self.collection, self.keyFields) = (version, collection, keyFields)
      (self.formerNames, self.formerFields) = (formerNames, formerFields)
    }
  }

  /// The steps that ran, by their names.
  package var steps: [String: StepRecord]
  /// What is known of types, by the names that archives have for them.
  package var types: [String: TypeRecord]

  package init(steps: [String: StepRecord] = [:], types: [String: TypeRecord] = [:]) {
    (self.steps, self.types) = (steps, types)
  }
}

extension ReadTransaction {
  /// What the store keeps of its migrations.
  /// - Complexity: O(steps + types).
  package func migrationRecords() throws -> MigrationRecords {
    let table = CatalogTable(transaction: handle, table: catalog.table)
    return MigrationRecords(steps: try table.loadSteps(), types: catalog.catalog.types.records)
  }
}

extension WriteScope {
  /// What the store keeps of its migrations.
  /// - Complexity: O(steps + types).
  package func migrationRecords() throws -> MigrationRecords {
    try context.checkOpen()
    return MigrationRecords(
      steps: try catalogTable.loadSteps(), types: context.catalog.types.records)
  }

  /// Keeps steps that are not kept yet, or otherwise, none of which is ever removed; and of types
  /// just these records.
  ///
  /// That is no change of the store's content, so it has no revision of its own.
  ///
  /// - Throws: ``StoreError`` with `invalidName` or `invalidModel` for names that are too long;
  ///   then nothing is written.
  package func record(_ records: MigrationRecords) throws {
    let old = try migrationRecords()
    if old == records { return }
    try records.checkLimits()
    try storeErrors { () throws(LMDBError) in
      try catalogTable.write(records.steps, over: old.steps)
    }
    context.recording { context.record(records.types) }
    context.hasRecords = true
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
  func loadSteps() throws -> [String: MigrationRecords.StepRecord] {
    try load(CatalogRecord.stepKind) { value in
      guard value.count == 9, value[0] <= 1 else { return nil }
      return .init(digest: value.span.littleEndianUInt64(at: 1), isOfStore: value[0] == 1)
    }
  }

  func loadTypes() throws -> RecordedTypes {
    var records = try load(CatalogRecord.typeKind, CatalogRecord.decodeType)
    for (name, names) in try load(CatalogRecord.formerNamesKind, CatalogRecord.decodeNames) {
      records[name]?.formerNames = names.type
      records[name]?.formerFields = names.fields
    }
    let earlier = try load(CatalogRecord.earlierKind) { value in
      value.count == 4 ? Int(value.span.littleEndianUInt32(at: 0)) : nil
    }
    for (name, version) in earlier { records[name]?.earlier = version }
    return RecordedTypes(records)
  }

  /// Reads the rows of a kind whose keys are names.
  func load<Record>(
    _ kind: UInt8, _ decode: ([UInt8]) -> Record?
  ) throws -> [String: Record] {
    var records: [String: Record] = [:]
    let cursor = try CursorHandle(transaction, over: table.place)
    defer { cursor.close() }
    var entry = try cursor.seek(atLeast: [kind].span)
    while let row = entry, row.key[0] == kind {
      guard let value = CatalogRecord.open(row.value, key: row.key),
        let name = String(validating: Array(copying: row.key).dropFirst(), as: UTF8.self),
        let record = decode(Array(copying: value))
      else { throw damaged() }
      records[name] = record
      entry = try cursor.move(.next)
    }
    return records
  }

  func write(
    _ new: [String: MigrationRecords.StepRecord], over old: [String: MigrationRecords.StepRecord]
  ) throws(LMDBError) {
    for (name, step) in new where old[name] != step {
      let value = [step.isOfStore ? 1 : 0] + CatalogRecord.withBytes(of: step.digest.littleEndian)
      try put(value, [CatalogRecord.stepKind] + name.utf8)
    }
  }

  func write(_ new: RecordedTypes, over old: RecordedTypes) throws(LMDBError) {
    for (name, type) in new.records where old.records[name] != type {
      try put(CatalogRecord.encode(type), [CatalogRecord.typeKind] + name.utf8)
      try putOrDelete(
        CatalogRecord.encodeNames(of: type), [CatalogRecord.formerNamesKind] + name.utf8)
      try putOrDelete(
        type.earlier.map { CatalogRecord.encode(number: UInt32($0)) } ?? [],
        [CatalogRecord.earlierKind] + name.utf8)
    }
    for name in old.records.keys where new.records[name] == nil {
      try putOrDelete([], [CatalogRecord.typeKind] + name.utf8)
      try putOrDelete([], [CatalogRecord.formerNamesKind] + name.utf8)
      try putOrDelete([], [CatalogRecord.earlierKind] + name.utf8)
    }
  }

  /// Writes a row, which is not there when there is nothing to be in it.
  func putOrDelete(_ value: [UInt8], _ key: [UInt8]) throws(LMDBError) {
    if value.isEmpty {
      _ = try transaction.delete(key.span, in: table)
    } else {
      try put(value, key)
    }
  }
}
