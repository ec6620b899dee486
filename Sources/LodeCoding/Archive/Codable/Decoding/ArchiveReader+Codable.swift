// Values that are Codable, and nothing more, from archives.
extension ArchiveReader {
  /// Reads a field of a type that is only Codable, by its place in the schema of the type; a field
  /// that is missing has the default that the schema declares.
  ///
  /// - Throws: ``ArchiveError`` with `missingField`; `DecodingError` when a key is missing or a
  ///   value is of another type; what is said about damaged bytes.
  @_disfavoredOverload
  public mutating func decode<T: Decodable>(_ field: Int, as type: T.Type = T.self) throws -> T {
    if let value = try codable(field, as: type) { return value }
    if let value: T = try plan.wanted?.fields[field].standard?.codableValue() { return value }
    if let none = (T.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? T {
      return none
    }
    throw missing(field)
  }

  private mutating func codable<T: Decodable>(_ field: Int, as type: T.Type) throws -> T? {
    let slot = slot(field)
    guard slot.way != .missing, slot.presence == 0 || isPresent(slot.presence) else { return nil }
    let outer = (cursor.position, cursor.end)
    try move(to: slot)
    let stored = plan.stored.fields[Int(slot.field)].type.unwrapped
    let value = try codable(type, stored)
    (cursor.position, cursor.end) = outer
    return value
  }

  /// Reads the payload on which the reader stands.
  mutating func codable<T: Decodable>(_ type: T.Type, _ stored: ArchiveType) throws -> T {
    let payload = cursor.position..<cursor.end
    let state = session.takeDecoder()
    state.session = session
    defer {
      state.session = DecoderState.idle
      session.give(state)
    }
    let value = try state.bytes.lend(cursor.bytes) {
      try state.decode(type, stored, payload, nil)
    }
    cursor.position = cursor.end
    return value
  }

  /// Reads the archived value, and the objects that are left to be made.
  mutating func root<T: Decodable>(codable type: T.Type) throws -> T {
    try enter()
    let stored = try cursor.type()
    let value = try codable(type, stored)
    leave()
    try resolvePending()
    return value
  }
}

extension Unarchiver {
  /// Reads a self-contained archive as a value of a type that is Codable.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: as the instance's method.
  public static func unarchive<T: Decodable>(
    codable type: T.Type, from bytes: [UInt8]
  ) throws -> T {
    try Unarchiver().unarchive(codable: type, from: bytes.span)
  }

  /// Reads a self-contained archive as a value of a type that is Codable.
  ///
  /// Objects are read by the names of their fields, whatever the name of their type: a Codable type
  /// has no version, and cannot say what it was called before.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: `DecodingError`, with the coding path, when a key is missing, or a value is of
  ///   another type; ``ArchiveError`` when the archive is damaged or exceeds the limits, and from
  ///   types that archive themselves; what the type throws.
  public func unarchive<T: Decodable>(
    codable type: T.Type = T.self, from bytes: Span<UInt8>
  ) throws -> T {
    try limits.check(size: bytes.count)
    let head = try ArchiveHead(selfContained: bytes)
    return try reading(bytes, head) { reader in try reader.root(codable: type) }
  }

  /// Reads an archive of a store, whose schemas are found by their numbers, as a value of a type
  /// that is Codable.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: as `unarchive(codable:from:)`.
  public func unarchive<T: Decodable>(
    codable type: T.Type = T.self, stored bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws -> T {
    try reading(stored: bytes, schema: schema) { reader in try reader.root(codable: type) }
  }
}
