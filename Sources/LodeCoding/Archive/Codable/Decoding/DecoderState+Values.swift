extension DecoderState {
  /// Decodes a payload of the archived type `stored` as a value of any `Decodable` type.
  func decode<T: Decodable>(
    _ type: T.Type, _ stored: ArchiveType, _ payload: Range<Int>, _ parent: ValueDecoder?
  ) throws -> T {
    let facts = facts(T.self)
    if let archivable = facts.archivable {
      return try decode(type, as: archivable, stored, payload, parent)
    }
    if stored == .any || stored.code == .optional {
      return try inside(stored, payload) { try decode(type, $0, $1, parent) }
    }
    if stored.code == .dictionary, let entries = facts.entries {
      return try decode(type, entries: entries, stored, payload, parent)
    }
    if WideInteger.isWide(type) { return try wideInteger(type, stored, payload, parent) }
    try enter()
    let decoder = beginDecoder()
    decoder.begin(stored, payload, parent)
    defer {
      endDecoder(decoder)
      session.depth -= 1
    }
    return try T(from: decoder)
  }

  private func decode<T, A: ArchivableValue>(
    _ type: T.Type, as archivable: A.Type, _ stored: ArchiveType, _ payload: Range<Int>,
    _ parent: ValueDecoder?
  ) throws -> T {
    rebound(try plain(archivable, stored, payload, parent), as: T.self)
  }

  private func decode<T, E: DecodableEntries>(
    _ type: T.Type, entries: E.Type, _ stored: ArchiveType, _ payload: Range<Int>,
    _ parent: ValueDecoder?
  ) throws -> T {
    rebound(try E.entries(self, stored, payload, parent), as: T.self)
  }

  /// Decodes a 128-bit integer from digits as text, or from a smaller integer.
  private func wideInteger<T>(
    _ type: T.Type, _ stored: ArchiveType, _ payload: Range<Int>, _ parent: ValueDecoder?
  ) throws -> T {
    if stored == .string {
      let text = try plain(String.self, stored, payload, parent)
      if let value = WideInteger.value(text, as: type) { return value }
    } else if stored.isInteger {
      let number = try untyped(payload) { try $0.value(stored) }
      let text =
        switch number {
        case .int(let value): "\(value)"
        case .uint(let value): "\(value)"
        default: ""
        }
      if let value = WideInteger.value(text, as: type) { return value }
    }
    throw DecodingError.mismatch(type, stored, parent)
  }

  /// Decodes a payload of the archived type `stored` as a value of an archivable type.
  func plain<A: ArchivableValue>(
    _ type: A.Type, _ stored: ArchiveType, _ payload: Range<Int>, _ parent: ValueDecoder?
  ) throws -> A {
    if stored == A.archiveType {
      return try read(payload) { reader in
        let value = try A.unarchive(from: &reader)
        try reader.cursor.finishPayload(payload.upperBound)
        return value
      }
    }
    if stored == .any { return try inside(stored, payload) { try plain(type, $0, $1, parent) } }
    if let optional = type as? any ArchivableOptional.Type {
      return try self.optional(optional, stored, payload, parent)
    }
    if stored.code == .optional {
      return try inside(stored, payload) { try plain(type, $0, $1, parent) }
    }
    if stored == .null { throw DecodingError.noValue(type, parent) }
    return try converted(type, stored, payload, parent)
  }

  private func optional<O: ArchivableOptional, A>(
    _ type: O.Type, _ stored: ArchiveType, _ payload: Range<Int>, _ parent: ValueDecoder?
  ) throws -> A {
    rebound(try O.optional(self, stored, payload, parent), as: A.self)
  }

  /// Decodes a payload as another type; throws `DecodingError` if the value does not convert.
  private func converted<A: ArchivableValue>(
    _ type: A.Type, _ stored: ArchiveType, _ payload: Range<Int>, _ parent: ValueDecoder?
  ) throws -> A {
    do {
      return try untyped(payload) { try $0.converted(from: stored, as: type) }
    } catch let error as ArchiveError where error.code == .typeMismatch {
      throw DecodingError.mismatch(type, stored, parent, error)
    } catch let error as ArchiveError where error.code == .outOfRange {
      throw DecodingError.corrupted(error.message, parent, error)
    }
  }

  /// Passes `body` the type and payload of the value inside an optional or an any.
  ///
  /// An any is a value that carries its own type.
  func inside<R>(
    _ stored: ArchiveType, _ payload: Range<Int>,
    _ body: (ArchiveType, Range<Int>) throws -> R
  ) throws -> R {
    try enter()
    defer { session.depth -= 1 }
    let (type, start) = try read(payload) { try $0.cursor.typeInside(stored) }
    return try body(type, start..<payload.upperBound)
  }

  /// Begins a level of nesting; throws `tooDeep` if the limit is exceeded.
  func enter() throws {
    session.depth += 1
    guard session.depth <= session.limits.depth else {
      session.depth -= 1
      throw ArchiveError.tooDeep(session.limits.depth)
    }
  }
}

extension ByteCursor {
  /// Reads the beginning of an any or an optional.
  ///
  /// Returns the type and the offset of the value inside; the type is null if no value is inside.
  mutating func typeInside(_ stored: ArchiveType) throws -> (ArchiveType, Int) {
    if stored == .any {
      let type = try type()
      return (type, position)
    }
    let isThere = try takePresence()
    return (isThere ? stored.unwrapped : .null, position)
  }
}

extension ArchiveType {
  /// Whether the type is an integer.
  var isInteger: Bool {
    switch code {
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64: true
    default: false
    }
  }
}
