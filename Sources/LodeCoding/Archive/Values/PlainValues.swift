#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Values of fixed width: their bits, lowest byte first.

extension ArchivableValue where Self: FixedWidthInteger & BitwiseCopyable {
  /// As many bytes as the type has.
  @inlinable public static var fixedArchiveSize: Int { MemoryLayout<Self>.size }

  /// Appends the bytes.
  @inlinable @inline(__always)
  public func archive(into writer: inout ArchiveWriter) throws { writer.append(self) }

  /// Reads the bytes.
  @inlinable @inline(__always)
  public static func unarchive(from reader: inout ArchiveReader) throws -> Self {
    try reader.number(Self.self)
  }
}

extension Int8: ArchivableValue {
  /// One byte.
  @inlinable public static var archiveType: ArchiveType { .int8 }
}

extension Int16: ArchivableValue {
  /// Two bytes.
  @inlinable public static var archiveType: ArchiveType { .int16 }
}

extension Int32: ArchivableValue {
  /// Four bytes.
  @inlinable public static var archiveType: ArchiveType { .int32 }
}

extension Int64: ArchivableValue {
  /// Eight bytes.
  @inlinable public static var archiveType: ArchiveType { .int64 }
}

extension Int: ArchivableValue {
  /// Eight bytes.
  @inlinable public static var archiveType: ArchiveType { .int64 }
}

extension UInt8: ArchivableValue {
  /// One byte.
  @inlinable public static var archiveType: ArchiveType { .uint8 }
}

extension UInt16: ArchivableValue {
  /// Two bytes.
  @inlinable public static var archiveType: ArchiveType { .uint16 }
}

extension UInt32: ArchivableValue {
  /// Four bytes.
  @inlinable public static var archiveType: ArchiveType { .uint32 }
}

extension UInt64: ArchivableValue {
  /// Eight bytes.
  @inlinable public static var archiveType: ArchiveType { .uint64 }
}

extension UInt: ArchivableValue {
  /// Eight bytes.
  @inlinable public static var archiveType: ArchiveType { .uint64 }
}

extension Bool: ArchivableValue {
  /// One byte, 0 or 1.
  @inlinable public static var archiveType: ArchiveType { .bool }
  /// One byte.
  @inlinable public static var fixedArchiveSize: Int { 1 }

  /// Appends the byte.
  @inlinable @inline(__always)
  public func archive(into writer: inout ArchiveWriter) throws {
    writer.append(self ? 1 : 0 as UInt8)
  }

  /// Reads the byte.
  ///
  /// - Throws: ``ArchiveError`` with `invalidValue`.
  @inlinable @inline(__always)
  public static func unarchive(from reader: inout ArchiveReader) throws -> Bool {
    let byte = try reader.number(UInt8.self)
    guard byte <= 1 else { throw reader.noBool(byte) }
    return byte == 1
  }
}

extension Double: ArchivableValue {
  /// The eight bytes of the bits.
  @inlinable public static var archiveType: ArchiveType { .double }
  /// Eight bytes.
  @inlinable public static var fixedArchiveSize: Int { 8 }

  /// Appends the bits, also of a NaN.
  @inlinable @inline(__always)
  public func archive(into writer: inout ArchiveWriter) throws { writer.append(bitPattern) }

  /// Reads the bits.
  @inlinable @inline(__always)
  public static func unarchive(from reader: inout ArchiveReader) throws -> Double {
    Double(bitPattern: try reader.number(UInt64.self))
  }
}

extension Float: ArchivableValue {
  /// The four bytes of the bits.
  @inlinable public static var archiveType: ArchiveType { .float }
  /// Four bytes.
  @inlinable public static var fixedArchiveSize: Int { 4 }

  /// Appends the bits, also of a NaN.
  @inlinable @inline(__always)
  public func archive(into writer: inout ArchiveWriter) throws { writer.append(bitPattern) }

  /// Reads the bits.
  @inlinable @inline(__always)
  public static func unarchive(from reader: inout ArchiveReader) throws -> Float {
    Float(bitPattern: try reader.number(UInt32.self))
  }
}

extension Date: ArchivableValue {
  /// The seconds since 2001, as a `Double`.
  @inlinable public static var archiveType: ArchiveType { .date }
  /// Eight bytes.
  @inlinable public static var fixedArchiveSize: Int { 8 }

  /// Appends the bits of the seconds.
  @inlinable @inline(__always)
  public func archive(into writer: inout ArchiveWriter) throws {
    writer.append(timeIntervalSinceReferenceDate.bitPattern)
  }

  /// Reads the bits of the seconds.
  @inlinable @inline(__always)
  public static func unarchive(from reader: inout ArchiveReader) throws -> Date {
    Date(timeIntervalSinceReferenceDate: Double(bitPattern: try reader.number(UInt64.self)))
  }
}

extension UUID: ArchivableValue {
  /// The 16 bytes, in the order in which a UUID is written.
  @inlinable public static var archiveType: ArchiveType { .uuid }
  /// 16 bytes.
  @inlinable public static var fixedArchiveSize: Int { 16 }

  /// Appends the bytes.
  @inlinable @inline(__always)
  public func archive(into writer: inout ArchiveWriter) throws {
    let bytes = inlineBytes
    writer.append(copying: bytes.elementBytes)
  }

  /// Reads the bytes.
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
