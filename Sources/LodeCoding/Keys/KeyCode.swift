/// The type code, the first byte of each encoded element; types sort by their codes.
///
/// No type has the code `00`, which ends a nested tuple, or `FF`, which follows an escaped zero
/// byte.
@usableFromInline
enum KeyCode {
  @usableFromInline static var end: UInt8 { 0x00 }
  @usableFromInline static var null: UInt8 { 0x02 }
  @usableFromInline static var no: UInt8 { 0x04 }
  @usableFromInline static var yes: UInt8 { 0x05 }
  /// The code of integer zero.
  ///
  /// `zero - n` is a negative integer whose magnitude has n bytes; `zero + n` is a positive
  /// integer.
  @usableFromInline static var zero: UInt8 { 0x18 }
  @usableFromInline static var float: UInt8 { 0x28 }
  @usableFromInline static var double: UInt8 { 0x29 }
  @usableFromInline static var string: UInt8 { 0x30 }
  @usableFromInline static var bytes: UInt8 { 0x31 }
  @usableFromInline static var date: UInt8 { 0x38 }
  @usableFromInline static var uuid: UInt8 { 0x39 }
  @usableFromInline static var tuple: UInt8 { 0x40 }
  @usableFromInline static var descending: UInt8 { 0x48 }
  @usableFromInline static var partition: UInt8 { 0x50 }

  // The next three codes occur only in index entries, where all numbers sort by value.

  /// The code of a number below all integers.
  static var belowIntegers: UInt8 { 0x0F }
  /// The code before a number's fraction; greater than every code that can follow an element.
  static var fraction: UInt8 { 0xFE }
  /// The code of all values without an order, such as sets and objects.
  static var unordered: UInt8 { 0x4F }

  /// The nesting limit of tuples and descending elements in decoded keys.
  static var depthLimit: Int { 64 }

  /// Returns the type's name for error messages.
  static func name(_ code: UInt8) -> String {
    switch code {
    case null: "nil"
    case no, yes: "a Bool"
    case (zero - 8)...(zero + 8): "an integer"
    case float: "a Float"
    case double: "a Double"
    case string: "a String"
    case bytes: "bytes"
    case date: "a Date"
    case uuid: "a UUID"
    case tuple: "a tuple"
    case descending: "a descending element"
    case partition: "a partition"
    default: "type code \(code)"
    }
  }
}
