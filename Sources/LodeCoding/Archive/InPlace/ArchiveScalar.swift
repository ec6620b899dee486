#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value of an archive that is lent where it lies: texts and data as the archive's own bytes.
///
/// ```swift
/// let bytes = try Archiver().withStored(["name": "Ada"], number: { _ in 1 }) { $0.copied() }
/// var reader = ArchivePathReader(["name"])
/// let count = try reader.withScalar(of: 0, in: bytes.span, schema: { _ in nil }) { scalar in
///   if case .text(let text) = scalar { text.count } else { 0 }
/// }
/// print(count)  // 3
/// ```
public enum ArchiveScalar: ~Escapable {
  /// No value, or nil.
  case null
  /// A truth value.
  case bool(Bool)
  /// A signed integer of any width.
  case int(Int64)
  /// An unsigned integer of any width.
  case uint(UInt64)
  /// A number of 32 bits.
  case float(Float)
  /// A number of 64 bits.
  case double(Double)
  /// A point in time.
  case date(Date)
  /// A UUID.
  case uuid(UUID)
  /// The UTF-8 of a text, which was not checked to be any.
  case text(Span<UInt8>)
  /// Bytes.
  case data(Span<UInt8>)
  /// A decimal number, a collection or an object, which had to be made.
  case other(ArchiveValue)

  /// A value that is no piece of the archive's bytes.
  @usableFromInline
  @_lifetime(immortal)
  init(_ other: ArchiveValue) { self = .other(other) }

  /// Reads a scalar where it lies; `nil` when it is none or its bytes stand for none.
  @inlinable @inline(__always)
  @_lifetime(copy bytes)
  init?(_ place: PathLocation, in bytes: Span<UInt8>) {
    let start = place.start
    switch place.type.code {
    case .null: self = .null
    case .bool:
      guard bytes[start] <= 1 else { return nil }
      self = .bool(bytes[start] == 1)
    case .int8: self = .int(Int64(bytes.littleEndian(at: start, as: Int8.self)))
    case .int16: self = .int(Int64(bytes.littleEndian(at: start, as: Int16.self)))
    case .int32: self = .int(Int64(bytes.littleEndian(at: start, as: Int32.self)))
    case .int64: self = .int(bytes.littleEndian(at: start))
    case .uint8: self = .uint(UInt64(bytes[start]))
    case .uint16: self = .uint(UInt64(bytes.littleEndian(at: start, as: UInt16.self)))
    case .uint32: self = .uint(UInt64(bytes.littleEndian(at: start, as: UInt32.self)))
    case .uint64: self = .uint(bytes.littleEndian(at: start))
    case .float: self = .float(Float(bitPattern: bytes.littleEndian(at: start)))
    case .double: self = .double(Double(bitPattern: bytes.littleEndian(at: start)))
    case .date:
      let seconds = Double(bitPattern: bytes.littleEndian(at: start))
      self = .date(Date(timeIntervalSinceReferenceDate: seconds))
    case .uuid: self = .uuid(bytes.uuid(at: start))
    case .string: self = .text(bytes.extracting(start..<place.end))
    case .data: self = .data(bytes.extracting(start..<place.end))
    case .decimal, .object, .any, .optional, .array, .set, .dictionary: return nil
    }
  }
}

extension ArchiveScalar {
  /// Whether there is no value, or nil.
  package var isNull: Bool {
    switch self {
    case .null: true
    case .other(let value): value.family == .null
    default: false
    }
  }

  /// The value, with copies of what was lent; `nil` for null.
  ///
  /// - Throws: ``ArchiveError`` with `invalidUTF8`.
  public func value() throws -> ArchiveValue? {
    switch self {
    case .null: nil
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .uint(let value): .uint(value)
    case .float(let value): .float(value)
    case .double(let value): .double(value)
    case .date(let value): .date(value)
    case .uuid(let value): .uuid(value)
    case .text(let bytes): .string(try ByteCursor(bytes).string(0..<bytes.count))
    case .data(let bytes): .data(Data(copying: bytes))
    case .other(let value): value
    }
  }
}
