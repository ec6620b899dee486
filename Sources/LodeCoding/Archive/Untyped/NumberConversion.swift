/// Conversions between number types that preserve the value.
///
/// An integer converts to any other integer type or floating-point type. A floating-point number
/// converts only to another floating-point type, even if the number is whole. A decimal converts to
/// no other type.
enum NumberConversion {
  /// Appends a number as a type; throws `typeMismatch` or `outOfRange` if the type cannot hold the
  /// number.
  static func append(
    _ value: ArchiveValue, as type: ArchiveType, to writer: inout ArchiveWriter
  ) throws {
    switch type.code {
    case .int8: writer.output.append(try integer(value, Int8.self))
    case .int16: writer.output.append(try integer(value, Int16.self))
    case .int32: writer.output.append(try integer(value, Int32.self))
    case .int64: writer.output.append(try integer(value, Int64.self))
    case .uint8: writer.output.append(try integer(value, UInt8.self))
    case .uint16: writer.output.append(try integer(value, UInt16.self))
    case .uint32: writer.output.append(try integer(value, UInt32.self))
    case .uint64: writer.output.append(try integer(value, UInt64.self))
    case .float: writer.output.append(try float32(value).bitPattern)
    case .double: writer.output.append(try float64(value).bitPattern)
    default: throw mismatch(value, type)
    }
  }

  /// Returns the integer as another integer type; throws `outOfRange` if the type cannot hold the
  /// integer, or `typeMismatch` for another kind of value.
  private static func integer<I: FixedWidthInteger>(
    _ value: ArchiveValue, _ type: I.Type
  ) throws(ArchiveError) -> I {
    switch value {
    case .int, .uint: break
    default: throw mismatch(value, "\(I.self)")
    }
    guard let converted = exactly(value, I.self) else {
      throw ArchiveError(.outOfRange, "\(value) does not fit \(I.self)")
    }
    return converted
  }

  /// Returns the integer as another integer type, or `nil` if the type cannot hold the value.
  private static func exactly<I: FixedWidthInteger>(_ value: ArchiveValue, _ type: I.Type) -> I? {
    switch value {
    case .int(let value): I(exactly: value)
    case .uint(let value): I(exactly: value)
    default: nil
    }
  }

  /// Returns the number as a `Float`; a NaN of type `Float` keeps its bits.
  private static func float32(_ value: ArchiveValue) throws(ArchiveError) -> Float {
    if case .float(let value) = value { return value }
    return try floating(value, Float.self)
  }

  /// Returns the number as a `Double`; a NaN of type `Double` keeps its bits.
  private static func float64(_ value: ArchiveValue) throws(ArchiveError) -> Double {
    if case .double(let value) = value { return value }
    return try floating(value, Double.self)
  }

  /// Returns the number as a floating-point type; throws `outOfRange` if the value would change, or
  /// `typeMismatch` for a decimal or another kind of value.
  private static func floating<F: BinaryFloatingPoint>(
    _ value: ArchiveValue, _ type: F.Type
  ) throws(ArchiveError) -> F {
    switch value {
    case .float, .double, .int, .uint: break
    default: throw mismatch(value, "\(F.self)")
    }
    guard let converted = exactly(value, F.self) else {
      throw ArchiveError(.outOfRange, "\(value) does not fit \(F.self)")
    }
    return converted
  }

  /// Returns the number as a floating-point type, or `nil` if the value would change.
  private static func exactly<F: BinaryFloatingPoint>(
    _ value: ArchiveValue, _ type: F.Type
  ) -> F? {
    switch value {
    case .float(let value): value.isNaN ? F.nan : F(exactly: value)
    case .double(let value): value.isNaN ? F.nan : F(exactly: value)
    case .int(let value): F(exactly: value)
    case .uint(let value): F(exactly: value)
    default: nil
    }
  }

  /// Returns whether an integer or floating-point type can hold a value; `nil` for other types.
  static func holds(_ type: ArchiveType, _ value: ArchiveValue) -> Bool? {
    switch type.code {
    case .int8: exactly(value, Int8.self) != nil
    case .int16: exactly(value, Int16.self) != nil
    case .int32: exactly(value, Int32.self) != nil
    case .int64: exactly(value, Int64.self) != nil
    case .uint8: exactly(value, UInt8.self) != nil
    case .uint16: exactly(value, UInt16.self) != nil
    case .uint32: exactly(value, UInt32.self) != nil
    case .uint64: exactly(value, UInt64.self) != nil
    case .float: exactly(value, Float.self) != nil
    case .double: exactly(value, Double.self) != nil
    default: nil
    }
  }

  private static func mismatch(
    _ value: ArchiveValue, _ type: some CustomStringConvertible
  ) -> ArchiveError {
    ArchiveError(.typeMismatch, "a value of type \(value.type) is not \(type)")
  }
}
