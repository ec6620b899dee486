#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value borrowed from an archive: texts and data are the archive's own bytes.
///
/// ```swift
/// let bytes = try Archiver().withStored(["name": "Ada"], number: { _ in 1 }) { $0.copied() }
/// var reader = ArchivePathReader(["name"])
/// let count = try reader.withScalar(of: 0, in: bytes.span, schema: { _ in nil }) { scalar in
///   if case .text(let text) = scalar { text.count } else { 0 }
/// }
/// print(count)  // 3
/// ```
///
/// A scalar cannot outlive the archive's bytes. To keep a value, call ``value()``.
public enum ArchiveScalar: ~Escapable {
  /// No value: the field is absent or nil.
  case null
  /// A Boolean value.
  case bool(Bool)
  /// A signed integer of any width.
  case int(Int64)
  /// An unsigned integer of any width.
  case uint(UInt64)
  /// A 32-bit floating-point number.
  case float(Float)
  /// A 64-bit floating-point number.
  case double(Double)
  /// A date.
  case date(Date)
  /// A UUID.
  case uuid(UUID)
  /// The bytes of a text, which Lode does not validate as UTF-8.
  case text(Span<UInt8>)
  /// A byte string.
  case data(Span<UInt8>)
  /// A copied value: a decimal number, a collection, an object, or the default of an absent field.
  ///
  /// A default that is a text appears as ``text(_:)`` instead.
  case other(ArchiveValue)

  /// Creates a scalar from a copied value.
  @usableFromInline
  @_lifetime(immortal)
  init(_ other: ArchiveValue) { self = .other(other) }

  /// Creates a scalar from the bytes at a location without a copy.
  ///
  /// Returns `nil` for types that need a copy, and for an invalid Boolean.
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
  /// Whether the value is absent or nil.
  package var isNull: Bool {
    switch self {
    case .null: true
    case .other(let value): value.family == .null
    default: false
    }
  }

  /// Returns the value with copies of borrowed bytes, or `nil` for an absent or nil value.
  ///
  /// - Complexity: O(n) for n bytes of a text or data, otherwise O(1).
  /// - Throws: ``ArchiveError`` with `invalidUTF8` if the bytes of a text are not UTF-8.
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
