#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Fixed-width values. Numbers are archived as their bits in little-endian order.

extension ArchivableValue where Self: FixedWidthInteger & BitwiseCopyable {
  /// The size of the type in bytes.
  @inlinable public static var fixedArchiveSize: Int { MemoryLayout<Self>.size }

  /// Appends the bytes, lowest byte first.
  ///
  /// - Throws: Nothing.
  @inlinable @inline(__always)
  public func archive(into writer: inout ArchiveWriter) throws { writer.append(self) }

  /// Decodes the bytes, lowest byte first.
  ///
  /// - Throws: ``ArchiveError`` with `truncated` if too few bytes are left.
  @inlinable @inline(__always)
  public static func unarchive(from reader: inout ArchiveReader) throws -> Self {
    try reader.cursor.number(Self.self)
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
  /// The size of a Boolean in bytes: 1.
  @inlinable public static var fixedArchiveSize: Int { 1 }

  /// Appends the byte 0 or 1.
  ///
  /// - Throws: Nothing.
  @inlinable @inline(__always)
  public func archive(into writer: inout ArchiveWriter) throws {
    writer.append(self ? 1 : 0 as UInt8)
  }

  /// Decodes the byte 0 or 1.
  ///
  /// - Throws: ``ArchiveError`` with `invalidValue` if the byte is neither 0 nor 1, or `truncated`
  ///   if no byte is left.
  @inlinable @inline(__always)
  public static func unarchive(from reader: inout ArchiveReader) throws -> Bool {
    let byte = try reader.cursor.number(UInt8.self)
    guard byte <= 1 else { throw reader.cursor.noBool(byte) }
    return byte == 1
  }
}

extension Double: ArchivableValue {
  /// The type of 64-bit floating-point numbers: the eight bytes of the bit pattern.
  @inlinable public static var archiveType: ArchiveType { .double }
  /// The size of the number in bytes: 8.
  @inlinable public static var fixedArchiveSize: Int { 8 }

  /// Appends the bit pattern, including the payload bits of a NaN.
  ///
  /// - Throws: Nothing.
  @inlinable @inline(__always)
  public func archive(into writer: inout ArchiveWriter) throws { writer.append(bitPattern) }

  /// Decodes the bit pattern.
  ///
  /// - Throws: ``ArchiveError`` with `truncated` if too few bytes are left.
  @inlinable @inline(__always)
  public static func unarchive(from reader: inout ArchiveReader) throws -> Double {
    Double(bitPattern: try reader.cursor.number(UInt64.self))
  }
}

extension Float: ArchivableValue {
  /// The type of 32-bit floating-point numbers: the four bytes of the bit pattern.
  @inlinable public static var archiveType: ArchiveType { .float }
  /// The size of the number in bytes: 4.
  @inlinable public static var fixedArchiveSize: Int { 4 }

  /// Appends the bit pattern, including the payload bits of a NaN.
  ///
  /// - Throws: Nothing.
  @inlinable @inline(__always)
  public func archive(into writer: inout ArchiveWriter) throws { writer.append(bitPattern) }

  /// Decodes the bit pattern.
  ///
  /// - Throws: ``ArchiveError`` with `truncated` if too few bytes are left.
  @inlinable @inline(__always)
  public static func unarchive(from reader: inout ArchiveReader) throws -> Float {
    Float(bitPattern: try reader.cursor.number(UInt32.self))
  }
}

extension Date: ArchivableValue {
  /// The date type: the seconds since 2001-01-01 00:00 UTC as a `Double`.
  @inlinable public static var archiveType: ArchiveType { .date }
  /// The size of the number in bytes: 8.
  @inlinable public static var fixedArchiveSize: Int { 8 }

  /// Appends the bit pattern of the seconds since 2001-01-01.
  ///
  /// - Throws: Nothing.
  @inlinable @inline(__always)
  public func archive(into writer: inout ArchiveWriter) throws {
    writer.append(timeIntervalSinceReferenceDate.bitPattern)
  }

  /// Decodes the bit pattern of the seconds since 2001-01-01.
  ///
  /// - Throws: ``ArchiveError`` with `truncated` if too few bytes are left.
  @inlinable @inline(__always)
  public static func unarchive(from reader: inout ArchiveReader) throws -> Date {
    Date(timeIntervalSinceReferenceDate: Double(bitPattern: try reader.cursor.number(UInt64.self)))
  }
}

extension UUID: ArchivableValue {
  /// The UUID type: the 16 bytes in the order of the UUID's text.
  @inlinable public static var archiveType: ArchiveType { .uuid }
  /// The size of a UUID in bytes: 16.
  @inlinable public static var fixedArchiveSize: Int { 16 }

  /// Appends the bytes in the order of the UUID's text.
  ///
  /// - Throws: Nothing.
  @inlinable @inline(__always)
  public func archive(into writer: inout ArchiveWriter) throws {
    let bytes = inlineBytes
    writer.append(copying: bytes.elementBytes)
  }

  /// Decodes the bytes.
  ///
  /// - Throws: ``ArchiveError`` with `truncated` if too few bytes are left.
  public static func unarchive(from reader: inout ArchiveReader) throws -> UUID {
    try reader.cursor.takeUUID()
  }
}

extension ByteCursor {
  /// Reads a Boolean, which is a byte 0 or 1.
  mutating func takeBool() throws -> Bool {
    let byte = try byte()
    guard byte <= 1 else { throw noBool(byte) }
    return byte == 1
  }

  @usableFromInline @inline(never)
  func noBool(_ byte: UInt8) -> any Error { invalidValue("a Bool is 0 or 1, not \(byte)") }

  /// Reads a UUID and advances past it.
  mutating func takeUUID() throws(ArchiveError) -> UUID { bytes.uuid(at: try take(16)) }
}
