internal import LodeCoding
internal import LodeLMDB

// The executed steps and the records of types.
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
}
