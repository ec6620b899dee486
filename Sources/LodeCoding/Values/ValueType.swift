/// The type of a stored value; a row stores the code of the type beside the value's bytes.
public struct ValueType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The code on disk.
  public let rawValue: UInt8

  /// Wraps a code read from a row, whether or not this version of Lode supports it.
  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Any bytes, from `Data` or `[UInt8]`.
  @inlinable public static var bytes: ValueType { ValueType(rawValue: 0) }
  /// UTF-8 text.
  @inlinable public static var string: ValueType { ValueType(rawValue: 1) }
  /// A signed integer, 8 bytes.
  @inlinable public static var int: ValueType { ValueType(rawValue: 2) }
  /// An unsigned integer, 8 bytes.
  @inlinable public static var uint: ValueType { ValueType(rawValue: 3) }
  /// A `Double`, 8 bytes.
  @inlinable public static var double: ValueType { ValueType(rawValue: 4) }
  /// A `Float`, 4 bytes.
  @inlinable public static var float: ValueType { ValueType(rawValue: 5) }
  /// A `Bool`, 1 byte.
  @inlinable public static var bool: ValueType { ValueType(rawValue: 6) }
  /// A `Date`, 8 bytes.
  @inlinable public static var date: ValueType { ValueType(rawValue: 7) }
  /// A `UUID`, 16 bytes.
  @inlinable public static var uuid: ValueType { ValueType(rawValue: 8) }
  /// JSON text in UTF-8.
  @inlinable public static var json: ValueType { ValueType(rawValue: 9) }
  /// A stored archive: the store's numbers of the schemas, and the encoded value.
  @inlinable public static var archive: ValueType { ValueType(rawValue: 10) }

  /// Whether this version of Lode supports the code.
  public var isKnown: Bool { Int(rawValue) < Self.names.count }

  /// The type's name, or `type` and the code if the code is unknown.
  public var description: String {
    isKnown ? Self.names[Int(rawValue)] : "type \(rawValue)"
  }

  private static let names = [
    "bytes", "string", "int", "uint", "double", "float", "bool", "date", "uuid", "json",
    "archive",
  ]
}
