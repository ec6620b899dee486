/// A value that a collection stores as bytes without a model.
///
/// Lode's conformers are `Bool`, the integers up to 64 bits, `Float`, `Double`, `String`,
/// `[UInt8]`, `Data`, `Date`, `UUID` and `JSONText`. The store writes `valueType` beside the bytes
/// and refuses to read them as a value of another type. A type of one's own hands on to one of
/// these:
///
/// ```swift
/// struct Celsius: StoredValue {
///   var degrees: Double
///   static var valueType: ValueType { .double }
///   init(valueBytes: Span<UInt8>) throws(ValueError) {
///     degrees = try Double(valueBytes: valueBytes)
///   }
///   func withValueBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
///     try degrees.withValueBytes(body)
///   }
/// }
/// ```
///
/// Bytes are as in `Docs/Format/Values.md`: fixed width, little-endian.
public protocol StoredValue: Sendable {
  /// The code that a row's header holds for this type.
  static var valueType: ValueType { get }

  /// Lends the value's bytes to `body`; they are valid only during the call. Allocates nothing.
  func withValueBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R

  /// Reads a value back exactly.
  ///
  /// - Throws: `ValueError` when the bytes are no value of this type; never traps.
  init(valueBytes: Span<UInt8>) throws(ValueError)
}

/// JSON text as it was given; who stores it has checked that it is JSON.
public struct JSONText: StoredValue, Hashable {
  /// The text.
  public let text: String

  /// Wraps `text` without looking at it.
  @inlinable
  public init(_ text: String) { self.text = text }

  /// JSON has its own code, so that tools can show it.
  @inlinable
  public static var valueType: ValueType { .json }

  /// Lends the UTF-8.
  @inlinable
  public func withValueBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    try text.withUTF8Span(body)
  }

  /// Copies the text.
  ///
  /// - Throws: `ValueError` with `invalidUTF8`.
  public init(valueBytes: Span<UInt8>) throws(ValueError) {
    text = try String(valueBytes: valueBytes)
  }
}
