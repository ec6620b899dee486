extension Dictionary: DecodableEntries where Key: Decodable, Value: Decodable {
  static func entries(
    _ state: DecoderState, _ stored: ArchiveType, _ payload: Range<Int>, _ parent: ValueDecoder?
  ) throws -> [Key: Value] {
    let (keyType, valueType) = (stored.element ?? .any, stored.value ?? .any)
    try state.enter()
    defer { state.session.depth -= 1 }
    var entries: [Key: Value] = [:]
    var order = PayloadOrder()
    let least = (keyType.fixedSize ?? 1) + (valueType.fixedSize ?? 1)
    var (count, position) = try state.read(payload) { reader in
      (try reader.session.takeCount(&reader.cursor, atLeast: least), reader.cursor.position)
    }
    entries.reserveCapacity(count)
    while count > 0 {
      count -= 1
      let rest = position..<payload.upperBound
      try state.read(rest) { try order.check($0.cursor, fixedSize: keyType.fixedSize ?? 0) }
      let key = try state.element(keyType, rest)
      let value = try state.element(valueType, key.upperBound..<payload.upperBound)
      let old = entries.updateValue(
        try state.decode(Value.self, valueType, value, parent),
        forKey: try state.decode(Key.self, keyType, key, parent))
      guard old == nil else {
        throw ArchiveError(.invalidValue, at: position, "two keys of a dictionary are equal")
      }
      position = value.upperBound
    }
    guard position == payload.upperBound else {
      throw ArchiveError(.trailingBytes, at: position, "the dictionary has no more entries")
    }
    return entries
  }
}

extension DecoderState {
  /// Returns the range of the next element, without the length that precedes the element.
  func element(_ type: ArchiveType, _ rest: Range<Int>) throws -> Range<Int> {
    try read(rest) { reader in
      let length = if let size = type.fixedSize { size } else { Int(try reader.cursor.varint()) }
      let start = try reader.cursor.take(length)
      return start..<start + length
    }
  }
}

/// An optional whose wrapped type is archivable.
protocol ArchivableOptional: SendableMetatype {
  /// Decodes a payload of the archived type `stored` as this optional type.
  static func optional(
    _ state: DecoderState, _ stored: ArchiveType, _ payload: Range<Int>, _ parent: ValueDecoder?
  ) throws -> Self
}

extension Optional: ArchivableOptional where Wrapped: ArchivableValue {
  static func optional(
    _ state: DecoderState, _ stored: ArchiveType, _ payload: Range<Int>, _ parent: ValueDecoder?
  ) throws -> Wrapped? {
    if stored == .null { return nil }
    if stored.code == .optional {
      return try state.inside(stored, payload) { try optional(state, $0, $1, parent) }
    }
    return try state.plain(Wrapped.self, stored, payload, parent)
  }
}
