public import Foundation
public import LodeCoding
public import LodeStore

/// A row without a Swift type: values by name, a key, and the times of the row.
///
/// ```swift
/// let pets = store.documents("pets")
/// let rex = try pets.insert(["name": "Rex", "age": 3, "toys": ["ball", "bone"]])
/// print(rex.key, rex["name"]?.string ?? "", rex.times.created ?? .now)
/// ```
///
/// The key and the times are no fields: a field of any name is the user's own.
public struct Document: Sendable, Hashable {
  /// The key of the row.
  public let key: RowKey
  /// The values by name.
  public var fields: [String: ArchiveValue]
  /// When the row was made and last changed, and the store's revision then.
  public let times: RowTimes

  /// Creates a document; stores make those that are rows.
  public init(key: RowKey, fields: [String: ArchiveValue], times: RowTimes) {
    self.key = key
    self.fields = fields
    self.times = times
  }

  /// The key as `add` makes it; `nil` when the key is another one.
  public var id: UUID? { try? key.decode(UUID.self) }

  /// The value of a field, or `nil` when there is no field of that name.
  public subscript(name: String) -> ArchiveValue? { fields[name] }
}
