public import LodeCoding

/// A schema as the store keeps it: recorded with the first archive that needed it, and never
/// removed.
public struct SchemaRecord: Sendable {
  /// The number by which stored archives refer to it, from 1.
  public let number: UInt32
  /// The type's name, version and fields.
  public let schema: ArchiveSchema
}

extension ReadTransaction {
  /// The schemas that the store knows, in the order in which they were recorded.
  /// - Complexity: O(schemas).
  public func schemas() -> [SchemaRecord] {
    catalog.catalog.schemas.schemas.enumerated().map {
      SchemaRecord(number: UInt32($0 + 1), schema: $1)
    }
  }

  /// How many rows refer to each schema, by its number, and by the collection they are in.
  ///
  /// A row with several objects counts for each schema once.
  ///
  /// - Complexity: O(rows), and O(bytes): every row is read.
  /// - Throws: ``StoreError`` with `damaged`.
  public func schemaUsage() throws -> [UInt32: [String: Int]] {
    var usage: [UInt32: [String: Int]] = [:]
    for name in try collections() {
      try access(to: name).scan(upgrading: false) { row in
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

extension Store {
  /// The schemas that the store knows, in the order in which they were recorded.
  ///
  /// ```swift
  /// for record in try store.schemas() { print(record.number, record.schema) }
  /// ```
  public func schemas() throws -> [SchemaRecord] { try read { $0.schemas() } }

  /// How many rows refer to each schema, by its number, and by the collection they are in.
  ///
  /// As ``ReadTransaction/schemaUsage()``.
  public func schemaUsage() throws -> [UInt32: [String: Int]] { try read { try $0.schemaUsage() } }
}
