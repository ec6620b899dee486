#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Values of fixed width, archived as their bits in little-endian order.

extension ArchivableValue where Self: FixedWidthInteger & BitwiseCopyable {
  /// The size of the type in bytes.
  @inlinable public static var fixedArchiveSize: Int { MemoryLayout<Self>.size }

  /// Appends the bytes.
  @inlinable @inline(__always)
  public func archive(into writer: inout ArchiveWriter) throws { writer.append(self) }

  /// Decodes the bytes.
  @inlinable @inline(__always)
  public static func unarchive(from reader: inout ArchiveReader) throws -> Self {
    try reader.number(Self.self)
  }
}

extension Int8: ArchivableValue {
  /// The type of signed one-byte integers.
  @inlinable public static var archiveType: ArchiveType { .int8 }
}

extension Int16: ArchivableValue {
  /// The type of signed two-byte integers.
  @inlinable public static var archiveType: ArchiveType { .int16 }
}

extension Int32: ArchivableValue {
  /// The type of signed four-byte integers.
  @inlinable public static var archiveType: ArchiveType { .int32 }
}

extension Int64: ArchivableValue {
  /// The type of signed eight-byte integers.
  @inlinable public static var archiveType: ArchiveType { .int64 }
}

extension Int: ArchivableValue {
  /// The type of signed eight-byte integers.
  @inlinable public static var archiveType: ArchiveType { .int64 }
}

extension UInt8: ArchivableValue {
  /// The type of unsigned one-byte integers.
  @inlinable public static var archiveType: ArchiveType { .uint8 }
}

extension UInt16: ArchivableValue {
  /// The type of unsigned two-byte integers.
  @inlinable public static var archiveType: ArchiveType { .uint16 }
}

extension UInt32: ArchivableValue {
  /// The type of unsigned four-byte integers.
  @inlinable public static var archiveType: ArchiveType { .uint32 }
}

extension UInt64: ArchivableValue {
  /// The type of unsigned eight-byte integers.
  @inlinable public static var archiveType: ArchiveType { .uint64 }
}

extension UInt: ArchivableValue {
  /// The type of unsigned eight-byte integers.
  @inlinable public static var archiveType: ArchiveType { .uint64 }
}

extension Bool: ArchivableValue {
  /// The Boolean type: one byte, 0 or 1.
  @inlinable public static var archiveType: ArchiveType { .bool }
  /// One byte.
  @inlinable public static var fixedArchiveSize: Int { 1 }

  /// Appends the byte.
  @inlinable @inline(__always)
  public func archive(into writer: inout ArchiveWriter) throws {
    writer.append(self ? 1 : 0 as UInt8)
  }

  /// Decodes the byte.
  ///
  /// - Throws: ``ArchiveError`` with `invalidValue` if the byte is neither 0 nor 1.
  @inlinable @inline(__always)
  public static func unarchive(from reader: inout ArchiveReader) throws -> Bool {
    let byte = try reader.number(UInt8.self)
    guard byte <= 1 else { throw reader.noBool(byte) }
    return byte == 1
  }
}

extension Double: ArchivableValue {
  /// The type of 64-bit floating-point numbers: the eight bytes of the bit pattern.
  @inlinable public static var archiveType: ArchiveType { .double }
  /// Eight bytes.
  @inlinable public static var fixedArchiveSize: Int { 8 }

  /// Appends the bit pattern, including the payload of a NaN.
  @inlinable @inline(__always)
  public func archive(into writer: inout ArchiveWriter) throws { writer.append(bitPattern) }

  /// Decodes the bit pattern.
  @inlinable @inline(__always)
  public static func unarchive(from reader: inout ArchiveReader) throws -> Double {
    Double(bitPattern: try reader.number(UInt64.self))
  }
}

extension Float: ArchivableValue {
  /// The type of 32-bit floating-point numbers: the four bytes of the bit pattern.
  @inlinable public static var archiveType: ArchiveType { .float }
  /// Four bytes.
  @inlinable public static var fixedArchiveSize: Int { 4 }

  /// Appends the bit pattern, including the payload of a NaN.
  @inlinable @inline(__always)
  public func archive(into writer: inout ArchiveWriter) throws { writer.append(bitPattern) }

  /// Decodes the bit pattern.
  @inlinable @inline(__always)
  public static func unarchive(from reader: inout ArchiveReader) throws -> Float {
    Float(bitPattern: try reader.number(UInt32.self))
  }
}

extension Date: ArchivableValue {
  /// The date type: the seconds since 2001 as a `Double`.
  @inlinable public static var archiveType: ArchiveType { .date }
  /// Eight bytes.
  @inlinable public static var fixedArchiveSize: Int { 8 }

  /// Appends the bit pattern of the seconds.
  @inlinable @inline(__always)
  public func archive(into writer: inout ArchiveWriter) throws {
    writer.append(timeIntervalSinceReferenceDate.bitPattern)
  }

  /// Decodes the bit pattern of the seconds.
  @inlinable @inline(__always)
  public static func unarchive(from reader: inout ArchiveReader) throws -> Date {
    Date(timeIntervalSinceReferenceDate: Double(bitPattern: try reader.number(UInt64.self)))
  }
}

extension UUID: ArchivableValue {
  /// The UUID type: the 16 bytes in the order of the UUID's text.
  @inlinable public static var archiveType: ArchiveType { .uuid }
  /// 16 bytes.
  @inlinable public static var fixedArchiveSize: Int { 16 }

  /// Appends the bytes.
  @inlinable @inline(__always)
  public func archive(into writer: inout ArchiveWriter) throws {
    let bytes = inlineBytes
    writer.append(copying: bytes.elementBytes)
  }

  /// Decodes the bytes.
  public static func unarchive(from reader: inout ArchiveReader) throws -> UUID {
    try reader.takeUUID()
  }
}

extension ArchiveReader {
  @usableFromInline @inline(never)
  func noBool(_ byte: UInt8) -> any Error {
    invalidValue("a Bool is 0 or 1 and \(byte) is there")
  }

  mutating func takeUUID() throws(ArchiveError) -> UUID {
    cursor.bytes.uuid(at: try cursor.take(16))
  }
}
