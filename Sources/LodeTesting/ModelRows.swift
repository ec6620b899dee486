internal import Lode

extension Model {
  /// The key of the model's row in a partition.
  func key(inPartition partition: String?) throws -> RowKey {
    try RowPlace(partition).withKey(primaryKey) { RowKey(bytes: $0.copied(), format: .tuple) }
  }
}

/// The partition that a row is in.
func partition(of row: borrowing Row) -> String? {
  var reader = KeyReader(row.keyBytes)
  return try? reader.read(Partition.self).name
}

extension Archive {
  /// Whether it is of an object with one of some types' names, or of a subclass.
  func isAbout(_ names: [String]) -> Bool {
    var level: ArchivedObject?
    switch root.untyped {
    case .object(let object): level = object
    case .reference(let number) where objects.indices.contains(number - 1):
      level = objects[number - 1]
    default: return false
    }
    while let object = level {
      if names.contains(object.name) { return true }
      level = object.superclass
    }
    return false
  }
}
