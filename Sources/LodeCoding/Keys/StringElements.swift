extension String: KeyElement {
  /// Appends the string's UTF-8, ordered by Unicode scalars.
  ///
  /// This is not the order of Swift's `<`, which takes canonically equivalent strings as equal:
  /// "\u{E9}" and "e\u{301}" are equal strings and two different keys.
  @inlinable
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    withUTF8Span { buffer.appendEscaped(code: KeyCode.string, $0) }
    buffer.append(KeyCode.end)
  }

  /// Reads a string.
  ///
  /// - Throws: `KeyError`: `typeMismatch`, `invalidUTF8` or `truncated`.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> String {
    try reader.expect(KeyCode.string)
    return try reader.string()
  }
}

extension Array: KeyConvertible where Element == UInt8 {}

extension Array: KeyElement where Element == UInt8 {
  /// Appends the bytes, ordered as `memcmp` does and shorter first.
  @inlinable
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    buffer.appendEscaped(code: KeyCode.bytes, span)
    buffer.append(KeyCode.end)
  }

  /// Reads a byte string.
  ///
  /// - Throws: `KeyError`: `typeMismatch` or `truncated`.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> [UInt8] {
    try reader.expect(KeyCode.bytes)
    return try reader.escaped()
  }
}
