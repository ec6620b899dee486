import LodeCoding
import LodeStore
import LodeTestSupport

/// A row for the tests of indexes.
func person(
  _ name: String, age: Int? = nil, city: String? = nil, tags: [String]? = nil
) -> [String: ArchiveValue] {
  var fields: [String: ArchiveValue] = ["name": .string(name)]
  if let age { fields["age"] = .int(Int64(age)) }
  if let city { fields["city"] = .string(city) }
  if let tags { fields["tags"] = .array(tags.map { .string($0) }) }
  return fields
}

extension Store {
  /// The keys of the rows that have entries in an index, one for each entry, in the order of the
  /// entries.
  func keys(
    in index: String, of collection: String = "people", _ range: KeyRange = .all,
    reversed: Bool = false
  ) throws -> [Int] {
    try read { transaction in
      let access = transaction[collection].access
      guard
        let known = try IndexSummary.usable(in: access).first(where: { $0.definition.name == index }
        )
      else { return [] }
      var keys: [Int] = []
      try known.scan(range, reversed: reversed, in: access) { entry in
        var buffer = KeyBuffer()
        try entry.appendRowKey(to: &buffer, parts: known.definition.parts.count)
        keys.append(try Int.decodeKey(buffer.bytes))
        return .next
      }
      return keys
    }
  }

  func put(_ rows: [Int: [String: ArchiveValue]], in collection: String = "people") throws {
    try write { transaction in
      for (key, row) in rows { try transaction[collection].put(row, forKey: key) }
    }
  }
}
