extension String: StoredValue {
  /// The code of text.
  @inlinable
  public static var valueType: ValueType { .string }

  /// Lends the UTF-8.
  @inlinable
  public func withValueBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    try withUTF8Span(body)
  }

  /// Copies the text.
  ///
  /// - Throws: `ValueError` with `invalidUTF8`.
  public init(valueBytes: Span<UInt8>) throws(ValueError) {
    guard let text = String(validUTF8: valueBytes) else {
      throw ValueError(.invalidUTF8, "the bytes of a string are not UTF-8")
    }
    self = text
  }
}

extension Array: StoredValue where Element == UInt8 {
  /// The code of bytes.
  @inlinable
  public static var valueType: ValueType { .bytes }

  /// Lends the array's bytes.
  @inlinable
  public func withValueBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    try body(span)
  }

  /// Copies the bytes.
  ///
  /// - Throws: nothing; any bytes will do.
  public init(valueBytes: Span<UInt8>) throws(ValueError) { self = valueBytes.copied() }
}
