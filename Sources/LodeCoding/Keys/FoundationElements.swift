#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Data: KeyElement {
  /// Appends the bytes; equal `Data` and `[UInt8]` values are the same key.
  @inlinable
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    buffer.appendEscaped(code: KeyCode.bytes, span)
    buffer.append(KeyCode.end)
  }

  /// Decodes a byte string.
  ///
  /// - Throws: `KeyError`: `typeMismatch` for another type, or `truncated` if the bytes end early.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Data {
    Data(try reader.read([UInt8].self))
  }
}

extension Date: KeyElement {
  /// Appends the date's seconds since 2001 as a `Double`, with -0.0 as 0.0.
  @inlinable
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    buffer.append(code: KeyCode.date, timeIntervalSinceReferenceDate.keyBits, byteCount: 8)
  }

  /// Decodes a date.
  ///
  /// - Throws: `KeyError`: `typeMismatch` for another type, `truncated` if the bytes end early, or
  ///   `notCanonical` for a NaN other than the quiet NaN.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Date {
    try reader.expect(KeyCode.date)
    return Date(timeIntervalSinceReferenceDate: try reader.double())
  }
}

extension UUID: KeyElement {
  /// Appends the 16 bytes, which sort as the UUID's text does.
  @inlinable
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    buffer.append(KeyCode.uuid)
    let bytes = inlineBytes
    buffer.append(bytes.elementBytes)
  }

  /// Decodes a UUID.
  ///
  /// - Throws: `KeyError`: `typeMismatch` for another type, or `truncated` if the bytes end early.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> UUID {
    try reader.expect(KeyCode.uuid)
    return try reader.uuid()
  }
}

extension KeyReader {
  mutating func uuid() throws(KeyError) -> UUID {
    if mask == 0, bytes.count - offset >= 16 {
      defer { advance(by: 16) }
      return bytes.uuid(at: offset)
    }
    let high = try bigEndian(8)
    let low = try bigEndian(8)
    return UUID(high: high, low: low)
  }
}
