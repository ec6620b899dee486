#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Data: StoredValue {
  /// The code of byte strings.
  @inlinable public static var valueType: ValueType { .bytes }

  /// Passes the data's bytes to `body`.
  ///
  /// - Throws: Any error that `body` throws.
  @inlinable
  public func withValueBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    try body(span)
  }

  /// Copies the bytes.
  ///
  /// - Throws: Nothing; any bytes are a valid `Data`.
  public init(valueBytes: Span<UInt8>) throws(ValueError) { self.init(copying: valueBytes) }
}

extension Date: StoredValue {
  /// The code of dates.
  @inlinable public static var valueType: ValueType { .date }

  /// Passes the 8 bytes of `timeIntervalSinceReferenceDate` to `body`, little-endian.
  ///
  /// - Throws: Any error that `body` throws.
  @inlinable
  public func withValueBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    try timeIntervalSinceReferenceDate.withValueBytes(body)
  }

  /// Decodes a date with exactly the stored seconds.
  ///
  /// - Throws: `ValueError` with `wrongLength` if the length is not 8 bytes.
  public init(valueBytes: Span<UInt8>) throws(ValueError) {
    self.init(timeIntervalSinceReferenceDate: Double(bitPattern: try word(valueBytes, "a Date")))
  }
}

extension UUID: StoredValue {
  /// The code of UUIDs.
  @inlinable public static var valueType: ValueType { .uuid }

  /// Passes the 16 bytes to `body` in the order of the UUID's text.
  ///
  /// - Throws: Any error that `body` throws.
  @inlinable
  public func withValueBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    let bytes = inlineBytes
    return try body(bytes.elementBytes)
  }

  /// Decodes a UUID from its 16 bytes.
  ///
  /// - Throws: `ValueError` with `wrongLength` if the length is not 16 bytes.
  public init(valueBytes: Span<UInt8>) throws(ValueError) {
    guard valueBytes.count == 16 else { throw .wrongLength("a UUID", 16, valueBytes.count) }
    self = valueBytes.uuid(at: 0)
  }
}
