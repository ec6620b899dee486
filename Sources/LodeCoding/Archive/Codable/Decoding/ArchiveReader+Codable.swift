// Decoding of types that only conform to Codable.
extension ArchiveReader {
  /// Decodes a field of a Codable type by its position in the type's schema.
  ///
  /// A missing field has the default that the schema declares.
  ///
  /// - Throws: ``ArchiveError`` with `missingField` if the field is missing and has no default;
  ///   `DecodingError` if a key is missing or a value has another type; ``ArchiveError`` if the
  ///   bytes are damaged.
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

  /// Decodes the payload at the reader's position.
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

  /// Decodes the archived value and the remaining objects.
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
  /// Decodes a self-contained archive as a value of a Codable type.
  ///
  /// - Complexity: O(n) in the bytes.
  /// - Throws: `DecodingError` with the coding path if a key is missing or a value has another
  ///   type; ``ArchiveError`` if the archive is damaged or exceeds a limit; any error of the type.
  public static func unarchive<T: Decodable>(
    codable type: T.Type, from bytes: [UInt8]
  ) throws -> T {
    try Unarchiver().unarchive(codable: type, from: bytes.span)
  }

  /// Decodes a self-contained archive as a value of a Codable type.
  ///
  /// Fields are matched by name, and the name of the object's type is ignored. A Codable type has
  /// no version and cannot declare former names.
  ///
  /// - Complexity: O(n) in the bytes.
  /// - Throws: `DecodingError` with the coding path if a key is missing or a value has another
  ///   type; ``ArchiveError`` if the archive is damaged or exceeds a limit, or from archivable
  ///   types; any error of the type.
  public func unarchive<T: Decodable>(
    codable type: T.Type = T.self, from bytes: Span<UInt8>
  ) throws -> T {
    try limits.check(size: bytes.count)
    let head = try ArchiveHead(selfContained: bytes)
    return try reading(bytes, head) { reader in try reader.root(codable: type) }
  }

  /// Decodes an archive of a store as a value of a Codable type; numbers identify the schemas.
  ///
  /// - Complexity: O(n) in the bytes.
  /// - Throws: `DecodingError` or ``ArchiveError`` as `unarchive(codable:from:)`.
  public func unarchive<T: Decodable>(
    codable type: T.Type = T.self, stored bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws -> T {
    try reading(stored: bytes, schema: schema) { reader in try reader.root(codable: type) }
  }
}
