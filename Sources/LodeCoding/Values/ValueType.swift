/// What the bytes of a stored value are; a row's header holds the code.
public struct ValueType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The code on disk.
  public let rawValue: UInt8

  /// Wraps a code read from a row, known or not.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Any bytes: `Data`, `[UInt8]`.
  public static let bytes = ValueType(rawValue: 0)
  /// UTF-8 text.
  public static let string = ValueType(rawValue: 1)
  /// A signed integer, 8 bytes.
  public static let int = ValueType(rawValue: 2)
  /// An unsigned integer, 8 bytes.
  public static let uint = ValueType(rawValue: 3)
  /// A `Double`, 8 bytes.
  public static let double = ValueType(rawValue: 4)
  /// A `Float`, 4 bytes.
  public static let float = ValueType(rawValue: 5)
  /// A `Bool`, 1 byte.
  public static let bool = ValueType(rawValue: 6)
  /// A `Date`, 8 bytes.
  public static let date = ValueType(rawValue: 7)
  /// A `UUID`, 16 bytes.
  public static let uuid = ValueType(rawValue: 8)
  /// JSON text in UTF-8.
  public static let json = ValueType(rawValue: 9)

  /// Whether this version of Lode knows the code.
  public var isKnown: Bool { Int(rawValue) < Self.names.count }

  /// The type's name as the tool prints it.
  public var description: String {
    isKnown ? Self.names[Int(rawValue)] : "type \(rawValue)"
  }

  private static let names = [
    "bytes", "string", "int", "uint", "double", "float", "bool", "date", "uuid", "json",
  ]
}
