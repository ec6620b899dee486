#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Data: StoredValue {
  /// The code of bytes.
  @inlinable
  public static var valueType: ValueType { .bytes }

  /// Lends the data's bytes.
  @inlinable
  public func withValueBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    try body(span)
  }

  /// Copies the bytes.
  ///
  /// - Throws: nothing; any bytes will do.
  public init(valueBytes: Span<UInt8>) throws(ValueError) { self.init(copying: valueBytes) }
}

extension Date: StoredValue {
  /// The code of `Date`.
  @inlinable
  public static var valueType: ValueType { .date }

  /// Lends the 8 bytes of the seconds since 2001 as a `Double`.
  @inlinable
  public func withValueBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    try timeIntervalSinceReferenceDate.withValueBytes(body)
  }

  /// Reads the date bit for bit.
  ///
  /// - Throws: `ValueError` with `wrongLength`.
  public init(valueBytes: Span<UInt8>) throws(ValueError) {
    self.init(timeIntervalSinceReferenceDate: Double(bitPattern: try word(valueBytes, "a Date")))
  }
}

extension UUID: StoredValue {
  /// The code of `UUID`.
  @inlinable
  public static var valueType: ValueType { .uuid }

  /// Lends the 16 bytes in the order in which a UUID is written.
  @inlinable
  public func withValueBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    let bytes = inlineBytes
    return try body(bytes.elementBytes)
  }

  /// Reads 16 bytes.
  ///
  /// - Throws: `ValueError` with `wrongLength`.
  public init(valueBytes: Span<UInt8>) throws(ValueError) {
    guard valueBytes.count == 16 else { throw .wrongLength("a UUID", 16, valueBytes.count) }
    self = valueBytes.uuid(at: 0)
  }
}
