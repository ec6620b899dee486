#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value that decodes from its bytes without a reader.
///
/// The most common types conform, because creating a reader for each field costs more than the
/// decoding.
protocol PlainlyRead: ArchivableValue {
  /// Decodes the bytes in the range `place`.
  static func read(_ bytes: Span<UInt8>, _ place: Range<Int>) throws(ArchiveError) -> Self
}

extension PlainlyRead where Self: FixedWidthInteger & BitwiseCopyable {
  @inline(__always)
  static func read(_ bytes: Span<UInt8>, _ place: Range<Int>) throws(ArchiveError) -> Self {
    bytes.littleEndian(at: place.lowerBound)
  }
}

extension Int: PlainlyRead {}
extension Int32: PlainlyRead {}
extension Int64: PlainlyRead {}
extension UInt64: PlainlyRead {}

extension Bool: PlainlyRead {
  @inline(__always)
  static func read(_ bytes: Span<UInt8>, _ place: Range<Int>) throws(ArchiveError) -> Bool {
    let byte = bytes[place.lowerBound]
    guard byte <= 1 else {
      throw ArchiveError(
        .invalidValue, at: place.lowerBound, "a Bool is 0 or 1, not \(byte)")
    }
    return byte == 1
  }
}

extension Double: PlainlyRead {
  @inline(__always)
  static func read(_ bytes: Span<UInt8>, _ place: Range<Int>) throws(ArchiveError) -> Double {
    Double(bitPattern: bytes.littleEndian(at: place.lowerBound))
  }
}

extension Float: PlainlyRead {
  @inline(__always)
  static func read(_ bytes: Span<UInt8>, _ place: Range<Int>) throws(ArchiveError) -> Float {
    Float(bitPattern: bytes.littleEndian(at: place.lowerBound))
  }
}

extension Date: PlainlyRead {
  @inline(__always)
  static func read(_ bytes: Span<UInt8>, _ place: Range<Int>) throws(ArchiveError) -> Date {
    Date(timeIntervalSinceReferenceDate: try Double.read(bytes, place))
  }
}

extension String: PlainlyRead {
  @inline(__always)
  static func read(_ bytes: Span<UInt8>, _ place: Range<Int>) throws(ArchiveError) -> String {
    try ByteCursor(bytes).string(place)
  }
}
