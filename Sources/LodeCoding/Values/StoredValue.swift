/// A value that a collection stores as bytes without a model.
///
/// Lode's conformers are `Bool`, the integers up to 64 bits, `Float`, `Double`, `String`,
/// `[UInt8]`, `Data`, `Date`, `UUID`, and `JSONText`. The store writes `valueType` beside the bytes
/// and refuses to read them as a value of another type. A custom type forwards to one of these
/// types:
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
/// `Docs/Format/Values.md` specifies the bytes: fixed width, little-endian.
public protocol StoredValue: Sendable {
  /// The type code that a row's header stores.
  static var valueType: ValueType { get }

  /// Passes the value's bytes to `body`; the bytes are valid only during the call.
  ///
  /// - Complexity: O(1). Allocates nothing.
  func withValueBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R

  /// Decodes exactly the value that was encoded.
  ///
  /// - Throws: `ValueError` if the bytes are not a value of this type; never traps.
  init(valueBytes: Span<UInt8>) throws(ValueError)
}

/// JSON text, stored unchanged; the caller has checked that the text is JSON.
public struct JSONText: StoredValue, Hashable {
  /// The JSON text.
  public let text: String

  /// Wraps `text` without validating it.
  @inlinable
  public init(_ text: String) { self.text = text }

  /// The code of JSON, which lets tools display the text.
  @inlinable
  public static var valueType: ValueType { .json }

  /// Passes the UTF-8 to `body`.
  @inlinable
  public func withValueBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    try text.withUTF8Span(body)
  }

  /// Copies the text.
  ///
  /// - Throws: `ValueError` with `invalidUTF8` if the bytes are not UTF-8.
  public init(valueBytes: Span<UInt8>) throws(ValueError) {
    text = try String(valueBytes: valueBytes)
  }
}
