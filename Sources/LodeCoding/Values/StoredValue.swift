/// A value that a collection stores as bytes without a model.
///
/// `Bool`, the integers up to 64 bits, `Float`, `Double`, `String`, `[UInt8]`, `Data`, `Date`,
/// `UUID`, and `JSONText` conform. The store writes `valueType` beside the bytes and refuses to
/// read the bytes as a value of another type. A custom type forwards to one of these types:
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
/// `Docs/Format/Values.md` specifies the bytes.
public protocol StoredValue: Sendable {
  /// The code of the type, which the store writes beside the bytes.
  static var valueType: ValueType { get }

  /// Passes the value's bytes to `body`; the bytes are valid only inside `body`.
  ///
  /// - Complexity: O(1), without an allocation, for all types listed at ``StoredValue``. On Apple's
  ///   systems, O(n) for a string of n bytes that comes from Objective-C.
  /// - Throws: Any error that `body` throws.
  func withValueBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R

  /// Decodes the bytes that `withValueBytes(_:)` passes; invalid bytes throw and never trap.
  ///
  /// - Throws: `ValueError` with one of these codes, or with a code that a custom type throws:
  ///   - `wrongLength` if the number of bytes differs from the type's length.
  ///   - `outOfRange` if an integer does not fit the type.
  ///   - `invalidUTF8` if the bytes of text are not UTF-8, or `invalidBool` for an invalid `Bool`.
  init(valueBytes: Span<UInt8>) throws(ValueError)
}

/// JSON text, which a store keeps unchanged and tools print as JSON.
///
/// ```swift
/// let theme = JSONText(#"{"theme":"dark"}"#)
/// print(theme.text)
/// ```
///
/// Neither the type nor the store checks that the text is JSON.
public struct JSONText: StoredValue, Hashable {
  /// The JSON text.
  public let text: String

  /// Creates a value from JSON text without checking the text.
  @inlinable
  public init(_ text: String) { self.text = text }

  /// The code of JSON text.
  @inlinable public static var valueType: ValueType { .json }

  /// Passes the UTF-8 to `body`.
  ///
  /// - Throws: Any error that `body` throws.
  @inlinable
  public func withValueBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    try text.withUTF8Span(body)
  }

  /// Decodes UTF-8 text.
  ///
  /// - Throws: `ValueError` with `invalidUTF8` if the bytes are not UTF-8.
  public init(valueBytes: Span<UInt8>) throws(ValueError) {
    text = try String(valueBytes: valueBytes)
  }
}
