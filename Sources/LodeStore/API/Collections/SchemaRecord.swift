public import LodeCoding

/// A schema that a store has recorded, with its number.
///
/// Putting an archive records the schemas of the archive. The store never removes a recorded
/// schema.
public struct SchemaRecord: Sendable {
  /// The number by which stored archives refer to the schema, from 1.
  public let number: UInt32
  /// The type's name, version, and fields.
  public let schema: ArchiveSchema
}

extension SchemaCatalog {
  fileprivate var records: [SchemaRecord] {
    schemas.enumerated().map { SchemaRecord(number: UInt32($0 + 1), schema: $1) }
  }
}

extension ReadTransaction {
  /// Returns the recorded schemas, ordered by number.
  ///
  /// - Complexity: O(number of schemas).
  public func schemas() -> [SchemaRecord] { catalog.catalog.schemas.records }

  /// Returns the number of rows that refer to each schema, by schema number and by collection name.
  ///
  /// A row counts once for each schema, even if the row contains several objects of the schema.
  ///
  /// - Complexity: O(size of all rows): the call reads every row.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `unarchivingFailed` if an archive cannot be decoded.
  ///   - `timeLimitExceeded` or `cancelled` if a time limit or a cancelled task ends the scan.
  ///   - `damaged` if stored data is damaged.
  public func schemaUsage() throws -> [UInt32: [String: Int]] {
    var usage: [UInt32: [String: Int]] = [:]
    for name in try collections() {
      try access(to: name).scan(as: .unmigrated) { row in
        guard row.type == .archive else { return .next }
        for number in try Unarchiver.schemaNumbers(stored: row.bytes) {
          usage[number, default: [:]][name, default: 0] += 1
        }
        return .next
      }
    }
    return usage
  }
}

extension WriteScope {
  /// The recorded schemas, in the order of recording.
  package var schemas: [SchemaRecord] { context.catalog.schemas.records }

  /// Records a schema, even if no archive uses the schema yet.
  ///
  /// - Throws: ``StoreError`` with `schemaDrift` if the recorded version of the type has
  ///   incompatible fields, or `closed` if the write has ended.
  package func add(_ schema: ArchiveSchema) throws(StoreError) {
    _ = try context.states.schemas.number(of: schema)
  }
}

extension Store {
  /// Returns the recorded schemas, ordered by number.
  ///
  /// ```swift
  /// for record in try store.schemas() { print(record.number, record.schema) }
  /// ```
  ///
  /// - Complexity: O(number of schemas).
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `damaged` if the catalog is damaged.
  ///   - The other codes of `Store.read`.
  public func schemas() throws -> [SchemaRecord] { try read { $0.schemas() } }

  /// Returns the number of rows that refer to each schema, by schema number and by collection name.
  ///
  /// A row counts once for each schema, even if the row contains several objects of the schema.
  ///
  /// - Complexity: O(size of all rows): the call reads every row.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `unarchivingFailed` if an archive cannot be decoded.
  ///   - `timeLimitExceeded` if the limit of `Store.withTimeLimit` ends the scan.
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `damaged` if stored data is damaged.
  ///   - The other codes of `Store.read`.
  public func schemaUsage() throws -> [UInt32: [String: Int]] { try read { try $0.schemaUsage() } }
}
