internal import LodeCoding

/// What is on record of types, by the names that archives have for them.
struct RecordedTypes: Hashable, Sendable {
  private(set) var records: [String: MigrationRecords.TypeRecord]
  /// The names of today for the former ones that no type has on record as its own.
  private let current: [String: String]
  /// The types whose models are the rows of collections, with their former names.
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

  /// The types on record whose models are the rows of a collection; `nil` when there are none.
  func owners(of collection: String) -> [String]? { owners[collection] }

  /// The type of a schema that is below the versions which are known of its rows; `nil` when it is
  /// not.
  func typeBehind(_ schema: ArchiveSchema) -> String? {
    let name = current.isEmpty ? schema.name : current[schema.name] ?? schema.name
    guard let record = records[name], schema.version < record.earlier ?? record.version else {
      return nil
    }
    switch schema.kind {
    case .structure, .class: return name
    // Cases of enumerations and extensions have no record.
    case .enumCase, .extension: return nil
    }
  }

  /// Notes that a type has rows of an earlier version again.
  mutating func note(_ version: Int, of type: String) { records[type]?.earlier = version }
}
