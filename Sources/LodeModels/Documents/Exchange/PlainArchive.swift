package import LodeCoding

extension Archive {
  /// Returns the archived value without its types, as JSON and documents represent values.
  ///
  /// Objects become dictionaries of their fields, including the superclasses' fields. A field of an
  /// extension, which another module added to an object, gets the name `(label)name`, with the
  /// label of the extension. As in `Codable`, a case of an enumeration becomes a dictionary with
  /// one entry: `{"circle":{"radius":2}}`. Blobs stay blobs. A shared object is repeated in full at
  /// every reference. A reference to a missing object becomes null.
  ///
  /// - Parameter place: The name of the row in errors.
  /// - Complexity: O(size of the result); a shared object counts once for each reference.
  /// - Throws: ``ExchangeError`` with `unsupportedValue` in one of these cases:
  ///   - An object refers back to itself.
  ///   - Repeated shared objects have more than 1,000,000 values.
  ///   - Two fields of an object have the same name.
  ///   - Two keys of a dictionary are equal without their types.
  ///   - Values are nested more than 100 levels deep.
  package func plainValue(at place: String) throws(ExchangeError) -> ArchiveValue {
    var reading = PlainReading(objects: objects, place: place)
    return try reading.value(root, depth: 0)
  }
}

/// A reader that removes the types from the values of one archive.
private struct PlainReading {
  /// The shared objects of the archive; references count from 1.
  let objects: [ArchivedObject?]
  /// The name of the row in errors.
  let place: String
  /// The numbers of the shared objects that enclose the current value.
  private var surrounding: Set<Int> = []
  /// The numbers of the shared objects that have been read.
  private var seen: Set<Int> = []
  /// The number of enclosing objects that are repetitions.
  private var copies = 0
  /// The number of values in repeated objects.
  private var copiedValues = 0

  /// The maximum nesting depth, in levels.
  private static let deepest = 100
  /// The maximum number of values in repeated objects.
  ///
  /// The limit bounds memory, because a few shared objects inside each other can represent many
  /// values.
  private static let copiedValueLimit = 1_000_000

  init(objects: [ArchivedObject?], place: String) {
    self.objects = objects
    self.place = place
  }

  mutating func value(_ value: ArchiveValue, depth: Int) throws(ExchangeError) -> ArchiveValue {
    if depth == Self.deepest {
      throw unsupported("values are nested more than \(Self.deepest) levels deep")
    }
    if copies > 0 {
      copiedValues += 1
      if copiedValues > Self.copiedValueLimit {
        throw unsupported("shared objects are referenced too often")
      }
    }
    switch value {
    case .typed(_, let inner): return try self.value(inner, depth: depth)
    case .array(let values): return .array(try all(values, depth))
    case .set(let values): return .set(Set(try all(values, depth)))
    case .dictionary(let entries):
      var plain: [ArchiveValue: ArchiveValue] = [:]
      for (key, value) in entries {
        plain[try self.value(key, depth: depth + 1)] = try self.value(value, depth: depth + 1)
      }
      if plain.count < entries.count {
        throw unsupported("two keys of a dictionary have the same JSON form")
      }
      return .dictionary(plain)
    case .object(let object): return try self.object(object, depth: depth)
    case .reference(let number): return try shared(number, depth: depth)
    default: return value
    }
  }

  private mutating func all(
    _ values: some Sequence<ArchiveValue>, _ depth: Int
  ) throws(ExchangeError) -> [ArchiveValue] {
    try values.map { value throws(ExchangeError) in try self.value(value, depth: depth + 1) }
  }

  private mutating func shared(_ number: Int, depth: Int) throws(ExchangeError) -> ArchiveValue {
    guard objects.indices.contains(number - 1), let object = objects[number - 1] else {
      return .null
    }
    guard surrounding.insert(number).inserted else {
      throw unsupported("an object of \(object.name) refers back to itself")
    }
    let isCopy = !seen.insert(number).inserted
    if isCopy { copies += 1 }
    let plain = try self.object(object, depth: depth)
    if isCopy { copies -= 1 }
    surrounding.remove(number)
    return plain
  }

  private mutating func object(_ object: ArchivedObject, depth: Int) throws(ExchangeError)
    -> ArchiveValue
  {
    let whole = ArchiveValue.object(object)
    if whole.blob != nil { return whole }
    var fields: [String: ArchiveValue] = [:]
    var level: ArchivedObject? = object
    while let part = level {
      for field in part.fields { try add(field, named: field.name, of: part, depth, to: &fields) }
      for group in part.extensions ?? [] {
        for field in group.fields {
          try add(field, named: "(\(group.label))\(field.name)", of: part, depth, to: &fields)
        }
      }
      level = part.superclass
    }
    let plain = ArchiveValue(fields: fields)
    guard case .enumCase(let name) = object.kind else { return plain }
    return ArchiveValue(fields: [name: plain])
  }

  private mutating func add(
    _ field: ArchivedObject.Field, named name: String, of object: ArchivedObject, _ depth: Int,
    to fields: inout [String: ArchiveValue]
  ) throws(ExchangeError) {
    let value = try value(field.value, depth: depth + 1)
    if fields.updateValue(value, forKey: name) != nil {
      throw unsupported("an object of \(object.name) has two fields \"\(name)\"")
    }
  }

  private func unsupported(_ message: String) -> ExchangeError {
    ExchangeError(.unsupportedValue, at: place, message)
  }
}
