// Conversions between number types that preserve the value. An integer converts to any other
// integer type or floating-point type. A floating-point number converts only to another
// floating-point type, even if the number is whole. A decimal converts to no other type.
extension ArchiveType {
  /// Appends a number as a type; throws `typeMismatch` or `outOfRange` if the type cannot hold the
  /// number.
  func append(number value: ArchiveValue, to writer: inout ArchiveWriter) throws {
    switch code {
    case .int8: writer.output.append(try value.integer(Int8.self))
    case .int16: writer.output.append(try value.integer(Int16.self))
    case .int32: writer.output.append(try value.integer(Int32.self))
    case .int64: writer.output.append(try value.integer(Int64.self))
    case .uint8: writer.output.append(try value.integer(UInt8.self))
    case .uint16: writer.output.append(try value.integer(UInt16.self))
    case .uint32: writer.output.append(try value.integer(UInt32.self))
    case .uint64: writer.output.append(try value.integer(UInt64.self))
    case .float: writer.output.append(try value.float32().bitPattern)
    case .double: writer.output.append(try value.float64().bitPattern)
    default: throw value.mismatch(self)
    }
  }
}

extension ArchiveValue {
  /// Returns the integer as another integer type; throws `outOfRange` if the type cannot hold the
  /// integer, or `typeMismatch` for another kind of value.
  fileprivate func integer<I: FixedWidthInteger>(_ type: I.Type) throws(ArchiveError) -> I {
    switch self {
    case .int, .uint: break
    default: throw mismatch("\(I.self)")
    }
    guard let converted = exactly(I.self) else {
      throw ArchiveError(.outOfRange, "\(self) does not fit \(I.self)")
    }
    return converted
  }

  /// Returns the integer as another integer type, or `nil` if the type cannot hold the value.
  private func exactly<I: FixedWidthInteger>(_ type: I.Type) -> I? {
    switch self {
    case .int(let value): I(exactly: value)
    case .uint(let value): I(exactly: value)
    default: nil
    }
  }

  /// Returns the number as a `Float`; a NaN of type `Float` keeps its bits.
  fileprivate func float32() throws(ArchiveError) -> Float {
    if case .float(let value) = self { return value }
    return try floating(Float.self)
  }

  /// Returns the number as a `Double`; a NaN of type `Double` keeps its bits.
  fileprivate func float64() throws(ArchiveError) -> Double {
    if case .double(let value) = self { return value }
    return try floating(Double.self)
  }

  /// Returns the number as a floating-point type; throws `outOfRange` if the value would change, or
  /// `typeMismatch` for a decimal or another kind of value.
  private func floating<F: BinaryFloatingPoint>(_ type: F.Type) throws(ArchiveError) -> F {
    switch self {
    case .float, .double, .int, .uint: break
    default: throw mismatch("\(F.self)")
    }
    guard let converted = exactly(F.self) else {
      throw ArchiveError(.outOfRange, "\(self) does not fit \(F.self)")
    }
    return converted
  }

  /// Returns the number as a floating-point type, or `nil` if the value would change.
  private func exactly<F: BinaryFloatingPoint>(_ type: F.Type) -> F? {
    switch self {
    case .float(let value): value.isNaN ? F.nan : F(exactly: value)
    case .double(let value): value.isNaN ? F.nan : F(exactly: value)
    case .int(let value): F(exactly: value)
    case .uint(let value): F(exactly: value)
    default: nil
    }
  }

  /// Returns whether an integer or floating-point type can hold the value; `nil` for other types.
  func isNumber(_ type: ArchiveType) -> Bool? {
    switch type.code {
    case .int8: exactly(Int8.self) != nil
    case .int16: exactly(Int16.self) != nil
    case .int32: exactly(Int32.self) != nil
    case .int64: exactly(Int64.self) != nil
    case .uint8: exactly(UInt8.self) != nil
    case .uint16: exactly(UInt16.self) != nil
    case .uint32: exactly(UInt32.self) != nil
    case .uint64: exactly(UInt64.self) != nil
    case .float: exactly(Float.self) != nil
    case .double: exactly(Double.self) != nil
    default: nil
    }
  }

  fileprivate func mismatch(_ type: some CustomStringConvertible) -> ArchiveError {
    ArchiveError(.typeMismatch, "a value of type \(self.type) is not \(type)")
  }

  /// The natural type of the value: the type with which an archive holds the value by default.
  ///
  /// Integers have 64 bits. The elements of arrays and sets, and the keys and values of
  /// dictionaries, are of type ``ArchiveType/any``. An archive stores each of these values together
  /// with the value's own type.
  public var type: ArchiveType {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int: .int64
    case .uint: .uint64
    case .float: .float
    case .double: .double
    case .string: .string
    case .data: .data
    case .date: .date
    case .uuid: .uuid
    case .decimal: .decimal
    case .array: .array(.any)
    case .set: .set(.any)
    case .dictionary: .dictionary(.any, .any)
    case .object, .reference: .object
    case .typed(let type, _): type
    }
  }
}
