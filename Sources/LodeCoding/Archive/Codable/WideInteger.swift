/// The archived form of 128-bit integers: decimal digits as text, because archives have no 128-bit
/// integers.
enum WideInteger {
  /// Returns the digits of a 128-bit integer, or `nil` for other types.
  static func text<T>(_ value: T) -> String? {
    if let value = sameValue(value, as: Int128.self) { return "\(value)" }
    if let value = sameValue(value, as: UInt128.self) { return "\(value)" }
    return nil
  }

  /// Returns whether a type is a 128-bit integer.
  static func isWide<T>(_ type: T.Type) -> Bool { T.self == Int128.self || T.self == UInt128.self }

  /// Parses digits as a 128-bit integer type.
  ///
  /// Returns `nil` for another type, for a text without a number, and for a number that does not
  /// fit.
  static func value<T>(_ text: String, as type: T.Type) -> T? {
    if T.self == Int128.self { return Int128(text).map { rebound($0) } }
    if T.self == UInt128.self { return UInt128(text).map { rebound($0) } }
    return nil
  }
}
