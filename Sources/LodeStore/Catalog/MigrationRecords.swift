package import LodeCoding
internal import LodeLMDB

/// The store's record of its migrations: the executed steps, and the version of each type's rows.
///
/// `Docs/Format/Migrations.md` specifies the bytes.
package struct MigrationRecords: Hashable, Sendable {
  /// An executed step.
  package struct StepRecord: Hashable, Sendable {
    /// The digest of the step's definition.
    package var digest: UInt64
    /// Whether the step applied to the whole store, and not to one type.
    package var isOfStore: Bool

    package init(digest: UInt64, isOfStore: Bool) {
      self.digest = digest
      self.isOfStore = isOfStore
    }
  }

  /// The record of a type: the versions of its rows, its collection and key, and former names.
  package struct TypeRecord: Hashable, Sendable {
    /// A lower bound of the row versions: when the store wrote the record, no row had a lower
    /// version.
    package var version: Int
    /// The lowest earlier version of a row that was written after the record; `nil` without a row
    /// of an earlier version.
    package var earlier: Int?
    /// The collection of a model; empty for a type that is not a model.
    package var collection: String
    /// The names of the fields in a model's key.
    package var keyFields: [String]
    /// The former names of the type.
    package var formerNames: [String]
    /// The former names of the type's fields, by current name.
    ///
    /// The dictionary omits fields without former names.
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

  /// The executed steps, by name.
  package var steps: [String: StepRecord]
  /// The records of types, by the type names in archives.
  package var types: [String: TypeRecord]

  package init(steps: [String: StepRecord] = [:], types: [String: TypeRecord] = [:]) {
    (self.steps, self.types) = (steps, types)
  }
}

extension ReadTransaction {
  /// Returns the store's record of its migrations.
  ///
  /// - Complexity: O(s + t) for s steps and t types.
  package func migrationRecords() throws(StoreError) -> MigrationRecords {
    let table = CatalogTable(transaction: handle, table: catalog.table)
    return MigrationRecords(steps: try table.loadSteps(), types: catalog.catalog.types.records)
  }
}

extension WriteScope {
  /// Returns the store's record of its migrations.
  ///
  /// - Complexity: O(s + t) for s steps and t types.
  package func migrationRecords() throws(StoreError) -> MigrationRecords {
    try context.checkOpen()
    return MigrationRecords(
      steps: try catalogTable.loadSteps(), types: context.catalog.types.records)
  }

  /// Adds or updates the records of steps, and replaces all records of types.
  ///
  /// The call never removes the record of a step. The records do not change the store's content, so
  /// the commit has no new revision. Invalid records change nothing.
  ///
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `invalidName` or `invalidModel` if a value exceeds the limits of the format.
  ///   - `closed` if the write has ended.
  ///   - `damaged` if the catalog is damaged.
  package func record(_ records: MigrationRecords) throws {
    let old = try migrationRecords()
    if old == records { return }
    try records.checkLimits()
    try context.batch.errors { () throws(LMDBError) in
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
  /// The recorded schemas, in the order of recording.
  package var schemas: [SchemaRecord] {
    context.catalog.schemas.schemas.enumerated().map {
      SchemaRecord(number: UInt32($0 + 1), schema: $1)
    }
  }

  /// Records a schema, even if no archive uses the schema yet.
  ///
  /// - Throws: ``StoreError`` with `schemaDrift` if the recorded version of the type has
  ///   incompatible fields, or `closed` if the write has ended.
  package func add(_ schema: ArchiveSchema) throws(StoreError) {
    _ = try context.number(of: schema)
  }
}

extension CatalogTable {
  /// Loads the executed steps, by name.
  func loadSteps() throws(StoreError) -> [String: MigrationRecords.StepRecord] {
    try load(CatalogRecord.stepKind) { value in
      guard value.count == 9, value[0] <= 1 else { return nil }
      return .init(digest: value.span.littleEndianUInt64(at: 1), isOfStore: value[0] == 1)
    }
  }

  /// Loads the records of all types.
  func loadTypes() throws(StoreError) -> RecordedTypes {
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

  /// Loads the rows of a kind, by the names in their keys; `decode` returns `nil` for a damaged
  /// value.
  func load<Record>(
    _ kind: UInt8, _ decode: ([UInt8]) -> Record?
  ) throws(StoreError) -> [String: Record] {
    var records: [String: Record] = [:]
    try forEachRow(ofKind: kind) { (key, value) throws(StoreError) in
      guard let name = String(validating: Array(copying: key).dropFirst(), as: UTF8.self),
        let record = decode(Array(copying: value))
      else { throw damaged() }
      records[name] = record
    }
    return records
  }

  /// Writes the records of new and changed steps.
  func write(
    _ new: [String: MigrationRecords.StepRecord], over old: [String: MigrationRecords.StepRecord]
  ) throws(LMDBError) {
    for (name, step) in new where old[name] != step {
      let value = [step.isOfStore ? 1 : 0] + CatalogRecord.withBytes(of: step.digest.littleEndian)
      try put(value, [CatalogRecord.stepKind] + name.utf8)
    }
  }

  /// Writes the records of types that differ between two generations.
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

  /// Writes a row, or deletes the row if the value is empty.
  func putOrDelete(_ value: [UInt8], _ key: [UInt8]) throws(LMDBError) {
    if value.isEmpty {
      _ = try transaction.delete(key.span, in: table)
    } else {
      try put(value, key)
    }
  }
}
