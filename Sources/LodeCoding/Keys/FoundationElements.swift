#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Data: KeyElement {
  /// Appends the bytes; a `Data` and a `[UInt8]` with the same bytes are the same key.
  @inlinable
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    buffer.appendEscaped(code: KeyCode.bytes, span)
    buffer.append(KeyCode.end)
  }

  /// Decodes a byte string.
  ///
  /// - Throws: `KeyError` with `typeMismatch` for another type, or `truncated` if the bytes end
  ///   early.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Data {
    Data(try reader.read([UInt8].self))
  }
}

extension Date: KeyElement {
  /// Appends the date's code and `timeIntervalSinceReferenceDate`, encoded like a `Double`.
  @inlinable
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    buffer.append(code: KeyCode.date, timeIntervalSinceReferenceDate.keyBits, byteCount: 8)
  }

  /// Decodes a date.
  ///
  /// - Throws: `KeyError` with `typeMismatch` for another type, `truncated` if the bytes end early,
  ///   or `notCanonical` if the seconds are a NaN other than the quiet NaN.
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
  /// - Throws: `KeyError` with `typeMismatch` for another type, or `truncated` if the bytes end
  ///   early.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> UUID {
    try reader.expect(KeyCode.uuid)
    return try reader.uuid()
  }
}

extension KeyReader {
  /// Decodes the 16 bytes of a UUID, whose code has been read.
  mutating func uuid() throws(KeyError) -> UUID {
    if mask == 0, bytes.count - offset >= 16 {
      defer { offset += 16 }
      return bytes.uuid(at: offset)
    }
    let high = try bigEndian(8)
    let low = try bigEndian(8)
    return UUID(high: high, low: low)
  }
}
