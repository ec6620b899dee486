public import Foundation
public import LodeCoding
public import LodeStore

/// A row without a Swift type: a key, named values, and timestamps.
///
/// ```swift
/// let pets = store.documents("pets")
/// let rex = try pets.insert(["name": "Rex", "age": 3, "toys": ["ball", "bone"]])
/// print(rex.key, rex["name"]?.string ?? "", rex.times.created ?? .now)
/// ```
///
/// The key and the timestamps are not fields, so a field can have any name. A document is a copy of
/// its row: changing `fields` does not change the store.
public struct Document: Sendable, Hashable {
  /// The key of the row; for a row of a partition, without the name of the partition.
  public let key: RowKey
  /// The values of the fields, by field name.
  public var fields: [String: ArchiveValue]
  /// The timestamps and the revision of the row.
  public let times: RowTimes

  /// Creates a document in memory, without a row.
  public init(key: RowKey, fields: [String: ArchiveValue], times: RowTimes) {
    self.key = key
    self.fields = fields
    self.times = times
  }

  /// The key as a UUID, or `nil` if the key has another type.
  ///
  /// ``DocumentWriting/insert(_:)`` creates a UUID as the key.
  public var id: UUID? { try? key.decode(UUID.self) }

  /// The value of a field, or `nil` if the document does not have the field.
  public subscript(name: String) -> ArchiveValue? { fields[name] }
}
