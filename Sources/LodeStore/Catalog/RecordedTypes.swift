internal import LodeCoding

/// The records of types, with the lookups that reads and writes need.
struct RecordedTypes: Hashable, Sendable {
  /// The records, by the type names in archives.
  private(set) var records: [String: MigrationRecords.TypeRecord]
  /// The current names of types by their former names, except former names that have their own
  /// record.
  private let current: [String: String]
  /// The current and former names of the types whose models are the rows of a collection, by
  /// collection name.
  private let owners: [String: [String]]

  init(_ records: [String: MigrationRecords.TypeRecord] = [:]) {
    self.records = records
    var current: [String: String] = [:]
    for (name, record) in records {
      for former in record.formerNames where records[former] == nil { current[former] = name }
    }
    self.current = current
    var owners: [String: [String]] = [:]
    for (name, record) in records where !record.collection.isEmpty {
      owners[record.collection, default: []] += [name] + record.formerNames
    }
    self.owners = owners
  }

  /// Returns the current and former names of the types whose models are the rows of a collection.
  ///
  /// Returns `nil` if no type is recorded for the collection.
  func owners(of collection: String) -> [String]? { owners[collection] }

  /// Returns the type of a schema whose version is below the lowest recorded version of the type's
  /// rows.
  ///
  /// Returns `nil` for every other schema.
  func typeBehind(_ schema: ArchiveSchema) -> String? {
    let name = current.isEmpty ? schema.name : current[schema.name] ?? schema.name
    guard let record = records[name], schema.version < record.earlier ?? record.version else {
      return nil
    }
    switch schema.kind {
    case .structure, .class: return name
    // Enumeration cases and extensions have no record.
    case .enumCase, .extension: return nil
    }
  }

  /// Records that a type has a row of an earlier version.
  mutating func note(_ version: Int, of type: String) { records[type]?.earlier = version }
}
