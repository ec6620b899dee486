// Decoding of types that only conform to `Codable`.
extension ArchiveReader {
  /// Decodes a field of a `Codable` type by its index in the type's schema.
  ///
  /// An absent or nil field has the default that the schema declares. Without a default, the value
  /// is `nil` if the type is optional.
  ///
  /// - Parameters:
  ///   - field: The index of the field in the type's schema.
  ///   - type: The type of the field.
  /// - Complexity: O(n) for n bytes of the field.
  /// - Throws: Any error that the type's `init(from:)` or the default throws, and these errors:
  ///   - `DecodingError` if a key is missing, a value has another type, or a number does not fit
  ///     its type.
  ///   - ``ArchiveError`` with `missingField` if the field is absent or nil, has no default, and is
  ///     not optional.
  ///   - ``ArchiveError`` with `typeMismatch`, `outOfRange`, `unknownCase`, `futureVersion`,
  ///     `typeNotAllowed`, `unresolvedCycle`, or `wrongFields` if a value does not decode as its
  ///     archivable type.
  ///   - ``ArchiveError`` with `tooDeep` or `tooLarge` if the value exceeds a limit.
  ///   - ``ArchiveError`` with `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`,
  ///     `invalidValue`, `unknownFormat`, or `unknownReference` if the bytes are damaged.
  @_disfavoredOverload
  public mutating func decode<T: Decodable>(_ field: Int, as type: T.Type = T.self) throws -> T {
    if let value = try codable(field, as: type) { return value }
    if let value: T = try plan.wanted?.fields[field].standard?.codableValue() { return value }
    if let none = nilValue(of: type) { return none }
    throw plan.missing(field, at: frame.start)
  }

  /// Returns the value of a field, or `nil` if the field is absent or nil.
  private mutating func codable<T: Decodable>(_ field: Int, as type: T.Type) throws -> T? {
    let slot = slot(field)
    guard slot.way != .missing, frame.holds(slot, cursor.bytes) else { return nil }
    let outer = (cursor.position, cursor.end)
    try frame.move(&cursor, to: slot, of: plan.stored)
    let stored = plan.stored.fields[Int(slot.field)].type.unwrapped
    let value = try session.typed.decode(type, stored, &cursor)
    (cursor.position, cursor.end) = outer
    return value
  }
}

/// Returns the nil value of an optional type, or `nil` if the type is not optional.
func nilValue<T>(of type: T.Type) -> T? {
  (T.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? T
}

extension UnarchivingSession {
  /// Decodes the payload at the cursor and advances past it; `stored` is the type of the payload.
  func decode<T: Decodable>(
    _ type: T.Type, _ stored: ArchiveType, _ cursor: inout ByteCursor
  ) throws -> T {
    let payload = cursor.position..<cursor.end
    let state = takeDecoder()
    state.session = self
    defer {
      state.session = state.idle
      give(state)
    }
    let value = try state.bytes.lend(cursor.bytes) {
      try state.decode(type, stored, payload, nil)
    }
    cursor.position = cursor.end
    return value
  }
}

extension Unarchiver {
  /// Decodes a self-contained archive as a value of a `Codable` type, with the default limits.
  ///
  /// Matches fields by name, and ignores the name of the object's type. A `Codable` type has no
  /// version and cannot declare former names.
  ///
  /// - Parameters:
  ///   - type: The type of the archived value.
  ///   - bytes: The archive.
  /// - Complexity: O(n) for n bytes of the archive.
  /// - Throws: Any error that a type's own decoding throws, and these errors:
  ///   - `DecodingError` with the coding path if a key is missing, a value has another type, or a
  ///     number does not fit its type.
  ///   - ``ArchiveError`` with `tooDeep` or `tooLarge` if the archive exceeds a limit.
  ///   - ``ArchiveError`` with `typeMismatch`, `outOfRange`, `missingField`, `unknownCase`,
  ///     `futureVersion`, `typeNotAllowed`, `unresolvedCycle`, or `wrongFields` if a value does not
  ///     decode as its archivable type.
  ///   - ``ArchiveError`` with `unknownFormat`, `wrongChecksum`, `truncated`, `trailingBytes`,
  ///     `notCanonical`, `invalidUTF8`, `invalidValue`, or `unknownReference` if the bytes are
  ///     damaged.
  public static func unarchive<T: Decodable>(
    codable type: T.Type, from bytes: [UInt8]
  ) throws -> T {
    try Unarchiver().unarchive(codable: type, from: bytes.span)
  }

  /// Decodes a self-contained archive as a value of a `Codable` type.
  ///
  /// Matches fields by name, and ignores the name of the object's type. A `Codable` type has no
  /// version and cannot declare former names.
  ///
  /// - Parameters:
  ///   - type: The type of the archived value.
  ///   - bytes: The archive.
  /// - Complexity: O(n) for n bytes of the archive.
  /// - Throws: Any error that a type's own decoding throws, and these errors:
  ///   - `DecodingError` with the coding path if a key is missing, a value has another type, or a
  ///     number does not fit its type.
  ///   - ``ArchiveError`` with `tooDeep` or `tooLarge` if the archive exceeds a limit.
  ///   - ``ArchiveError`` with `typeMismatch`, `outOfRange`, `missingField`, `unknownCase`,
  ///     `futureVersion`, `typeNotAllowed`, `unresolvedCycle`, or `wrongFields` if a value does not
  ///     decode as its archivable type.
  ///   - ``ArchiveError`` with `unknownFormat`, `wrongChecksum`, `truncated`, `trailingBytes`,
  ///     `notCanonical`, `invalidUTF8`, `invalidValue`, or `unknownReference` if the bytes are
  ///     damaged.
  public func unarchive<T: Decodable>(
    codable type: T.Type = T.self, from bytes: Span<UInt8>
  ) throws -> T {
    try limits.check(size: bytes.count)
    let head = try ArchiveHead(selfContained: bytes)
    return try reading(bytes, head) { try Self.root(type, &$0) }
  }

  /// Decodes a stored archive as a value of a `Codable` type.
  ///
  /// Matches fields by name, and ignores the name of the object's type. A `Codable` type has no
  /// version and cannot declare former names. A stored archive refers to its schemas by number.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - bytes: The archive.
  ///   - schema: Returns the schema with a number, or `nil` if the store has no schema with the
  ///     number.
  /// - Complexity: O(n) for n bytes of the archive.
  /// - Throws: Any error that a type's own decoding throws, and these errors:
  ///   - `DecodingError` with the coding path if a key is missing, a value has another type, or a
  ///     number does not fit its type.
  ///   - ``ArchiveError`` with `tooDeep` or `tooLarge` if the archive exceeds a limit.
  ///   - ``ArchiveError`` with `typeMismatch`, `outOfRange`, `missingField`, `unknownCase`,
  ///     `futureVersion`, `typeNotAllowed`, `unresolvedCycle`, or `wrongFields` if a value does not
  ///     decode as its archivable type.
  ///   - ``ArchiveError`` with `unknownFormat`, `truncated`, `trailingBytes`, `notCanonical`,
  ///     `invalidUTF8`, or `invalidValue` if the bytes are damaged.
  ///   - ``ArchiveError`` with `unknownReference` if `schema` returns `nil` for a number, or a
  ///     reference leads to no object.
  public func unarchive<T: Decodable>(
    codable type: T.Type = T.self, stored bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws -> T {
    try reading(stored: bytes, schema: schema) { try Self.root(type, &$0) }
  }

  /// Decodes the archived value, and then sets the references that may be part of cycles.
  private static func root<T: Decodable>(
    _ type: T.Type, _ reader: inout ArchiveReader
  ) throws -> T {
    try reader.session.enter(at: reader.cursor.position)
    let stored = try reader.cursor.type()
    let value = try reader.session.typed.decode(type, stored, &reader.cursor)
    reader.session.leave()
    try reader.resolvePending()
    return value
  }
}
