extension MigrationRecords {
  /// The valid lengths, in bytes, of the name of a step or a type, which is part of a key.
  private static let nameLengths = 1...480

  /// Checks that the format can encode all records.
  ///
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `invalidName` if the name of a step is empty or too long.
  ///   - `invalidModel` if a version or a name of a type exceeds the limits.
  func checkLimits() throws(StoreError) {
    for name in steps.keys where !Self.nameLengths.contains(name.utf8.count) {
      throw StoreError(
        .invalidName,
        context: "the name of a step has \(name.utf8.count) bytes; use 1 to 480 bytes")
    }
    for (name, type) in types {
      guard Self.nameLengths.contains(name.utf8.count) else {
        throw StoreError(
          .invalidModel, collection: type.collection.isEmpty ? nil : type.collection,
          context: "the name of a type has \(name.utf8.count) bytes; use 1 to 480 bytes")
      }
      if let problem = type.problem {
        throw StoreError(.invalidModel, collection: type.collection, context: "\(name): \(problem)")
      }
    }
  }
}

extension MigrationRecords.TypeRecord {
  /// A description of the first value that the format cannot encode, or `nil` if all values fit.
  fileprivate var problem: String? {
    for version in [version, earlier ?? 0] where UInt32(exactly: version) == nil {
      return "the version \(version) does not fit 32 bits"
    }
    let names = [collection] + keyFields + formerNames + formerFields.flatMap { [$0] + $1 }
    let lengths = names.map(\.utf8.count)
    if let length = lengths.first(where: { $0 > Int(UInt16.max) }) {
      return "a name has \(length) bytes; use at most \(UInt16.max) bytes"
    }
    return nil
  }
}
