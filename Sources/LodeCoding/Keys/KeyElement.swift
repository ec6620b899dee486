/// How a collection's keys are to be read.
public struct KeyFormat: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The code that a store writes down: 1 tuple, 2 raw.
  public let rawValue: UInt8

  /// Wraps a code read from a store, known or not.
  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Ordered tuples, as `Key` and every `KeyElement` encode them.
  @inlinable
  public static var tuple: KeyFormat { KeyFormat(rawValue: 1) }
  /// Bytes as the user gave them, as `RawKey` holds them.
  @inlinable
  public static var raw: KeyFormat { KeyFormat(rawValue: 2) }

  /// The format's name.
  public var description: String {
    switch self {
    case .tuple: "tuple"
    case .raw: "raw"
    default: "format \(rawValue)"
    }
  }
}

/// A value that can be a whole key: every `KeyElement` (as a tuple of one), `Key` and `RawKey`.
///
/// Two ways lead to the bytes. `keyBuffer()` gives a buffer whose `bytes` may be borrowed as long
/// as it lives; `withKeyBytes(_:)` lends them to a closure, without a copy where the value holds
/// them already. Neither allocates for keys up to 128 bytes.
public protocol KeyConvertible {
  /// How the bytes are to be read.
  var keyFormat: KeyFormat { get }

  /// Appends the whole key's bytes.
  func encodeKey(into buffer: inout KeyBuffer)

  /// Lends the key's bytes to `body`; they are valid only during the call.
  func withKeyBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R
}

extension KeyConvertible {
  /// The key's bytes in a buffer of their own.
  @inlinable
  @inline(__always)
  public func keyBuffer() -> KeyBuffer { KeyBuffer(self) }

  /// Lends the key's bytes to `body`; they are valid only during the call.
  @inlinable
  public func withKeyBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    var buffer = KeyBuffer()
    encodeKey(into: &buffer)
    return try body(buffer.bytes)
  }
}

/// A value that can be one element of a `Key`, ordered as its values are.
///
/// Lode's conformers are `Bool`, the integers up to 64 bits, `Float`, `Double`, `String`,
/// `[UInt8]`, `Data`, `Date`, `UUID`, `Optional` of these, `Key` (as a nested tuple), `Descending`
/// and `KeyComponent`. A type of one's own conforms by handing on to one of them:
///
/// ```swift
/// enum Level: Int, KeyElement {
///   case low, high
///   func encodeKeyElement(into buffer: inout KeyBuffer) {
///     rawValue.encodeKeyElement(into: &buffer)
///   }
///   static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Level {
///     let start = reader.offset
///     guard let level = Level(rawValue: try reader.read(Int.self)) else {
///       throw KeyError(.outOfRange, at: start, "not a level")
///     }
///     return level
///   }
/// }
/// ```
///
/// Bytes are as in `Docs/Format/Keys.md`.
public protocol KeyElement: KeyConvertible, Sendable {
  /// Appends the element: its type code and what follows it.
  func encodeKeyElement(into buffer: inout KeyBuffer)

  /// Reads the element at the reader's offset and moves the reader behind it.
  ///
  /// - Throws: `KeyError` with `typeMismatch` when another type stands there, `outOfRange` when the
  ///   value does not fit, and the codes of damaged bytes.
  static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Self

  /// Reads the whole key that `encodeKey(into:)` appends.
  ///
  /// - Throws: what `decodeKeyElement(from:)` throws, or `trailingElements`.
  static func decodeKey(_ bytes: Span<UInt8>) throws(KeyError) -> Self
}

extension KeyElement {
  /// An element is a tuple of one.
  @inlinable
  public var keyFormat: KeyFormat { .tuple }

  /// Appends the tuple of this one element.
  @inlinable
  public func encodeKey(into buffer: inout KeyBuffer) { encodeKeyElement(into: &buffer) }

  /// Reads a tuple of one element.
  ///
  /// - Throws: what `decodeKeyElement(from:)` throws, or `trailingElements`.
  @inlinable
  public static func decodeKey(_ bytes: Span<UInt8>) throws(KeyError) -> Self {
    var reader = KeyReader(bytes)
    let element = try decodeKeyElement(from: &reader)
    try reader.finish()
    return element
  }
}
