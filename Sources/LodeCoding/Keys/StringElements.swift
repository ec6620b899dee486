extension String: KeyElement {
  /// Appends the string's UTF-8 bytes, which sort by Unicode scalars.
  ///
  /// Swift's `<` sorts differently, because Swift compares strings by canonical equivalence.
  /// "\u{E9}" and "e\u{301}" are equal strings but two different keys.
  @inlinable
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    withUTF8Span { buffer.appendEscaped(code: KeyCode.string, $0) }
    buffer.append(KeyCode.end)
  }

  /// Decodes a string.
  ///
  /// - Throws: `KeyError` with `typeMismatch` for another type, `invalidUTF8` for invalid text, or
  ///   `truncated` if the bytes end early.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> String {
    try reader.expect(KeyCode.string)
    return try reader.string()
  }
}

extension Array: KeyConvertible where Element == UInt8 {}

extension Array: KeyElement where Element == UInt8 {
  /// Appends the bytes, which sort by `memcmp`; a prefix sorts before the longer byte string.
  @inlinable
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    buffer.appendEscaped(code: KeyCode.bytes, span)
    buffer.append(KeyCode.end)
  }

  /// Decodes a byte string.
  ///
  /// - Throws: `KeyError` with `typeMismatch` for another type, or `truncated` if the bytes end
  ///   early.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> [UInt8] {
    try reader.expect(KeyCode.bytes)
    return try reader.escaped()
  }
}
