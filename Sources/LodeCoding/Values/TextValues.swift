extension String: StoredValue {
  /// The code of text.
  @inlinable public static var valueType: ValueType { .string }

  /// Passes the UTF-8 to `body`.
  ///
  /// - Throws: Any error that `body` throws.
  @inlinable
  public func withValueBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    try withUTF8Span(body)
  }

  /// Decodes UTF-8 text.
  ///
  /// - Throws: `ValueError` with `invalidUTF8` if the bytes are not UTF-8.
  public init(valueBytes: Span<UInt8>) throws(ValueError) {
    guard let text = String(validUTF8: valueBytes) else {
      throw ValueError(.invalidUTF8, "the bytes of a string are not UTF-8")
    }
    self = text
  }
}

extension Array: StoredValue where Element == UInt8 {
  /// The code of byte strings.
  @inlinable public static var valueType: ValueType { .bytes }

  /// Passes the array's bytes to `body`.
  ///
  /// - Throws: Any error that `body` throws.
  @inlinable
  public func withValueBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    try body(span)
  }

  /// Copies the bytes.
  ///
  /// - Throws: Nothing; any bytes are a valid array.
  public init(valueBytes: Span<UInt8>) throws(ValueError) { self = valueBytes.copied() }
}
