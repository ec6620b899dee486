/// The format of a collection's keys: tuples of elements, or raw bytes.
public struct KeyFormat: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The code stored on disk: 1 for tuples, 2 for raw keys.
  public let rawValue: UInt8

  /// Wraps a code read from a store, whether or not this version of Lode supports it.
  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Tuples, the format of `Key` and of every `KeyElement`.
  @inlinable public static var tuple: KeyFormat { KeyFormat(rawValue: 1) }
  /// Bytes in a caller's own format, held by `RawKey`.
  @inlinable public static var raw: KeyFormat { KeyFormat(rawValue: 2) }

  /// The format's name, or `format` and the code if the code is unknown.
  public var description: String {
    switch self {
    case .tuple: "tuple"
    case .raw: "raw"
    default: "format \(rawValue)"
    }
  }
}

/// A value that can be a whole key: a `Key`, `RawKey`, `CompoundKey`, or other `KeyElement`.
///
/// As a whole key, a single element is a tuple of one element.
///
/// `keyBuffer()` returns a buffer that owns the bytes. `withKeyBytes(_:)` passes the bytes to a
/// closure, without a copy for a `Key` or `RawKey`. For keys of up to 120 bytes, neither method
/// allocates memory.
public protocol KeyConvertible {
  /// The format of the bytes.
  var keyFormat: KeyFormat { get }

  /// Appends the bytes of the whole key.
  func encodeKey(into buffer: inout KeyBuffer)

  /// Passes the key's bytes to `body`; the bytes are valid only inside `body`.
  ///
  /// - Throws: Any error that `body` throws.
  func withKeyBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R
}

extension KeyBuffer {
  /// Creates a buffer that holds `key`.
  @_transparent
  public init(_ key: borrowing some KeyConvertible) {
    // `@_transparent` inlines before the optimizer runs, so the key is encoded directly into the
    // caller's buffer. An initializer inlined later copies the buffer.
    self.init()
    key.encodeKey(into: &self)
  }
}

extension KeyConvertible {
  /// Returns a new buffer with the key's bytes.
  @inlinable
  @inline(__always)
  public func keyBuffer() -> KeyBuffer { KeyBuffer(self) }

  /// Passes the key's bytes to `body`; the bytes are valid only inside `body`.
  ///
  /// - Throws: Any error that `body` throws.
  @inlinable
  public func withKeyBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    var buffer = KeyBuffer()
    encodeKey(into: &buffer)
    return try body(buffer.bytes)
  }
}

/// A value that can be one element of a `Key`, and whose encoded bytes sort as the values do.
///
/// These types conform:
///
/// - `Bool`, the integers up to 64 bits, `Float`, and `Double`.
/// - `String`, `[UInt8]`, `Data`, `Date`, and `UUID`.
/// - `Key` and every `CompoundKey`, as a nested tuple.
/// - `Descending`, `Partition`, and `KeyComponent`.
/// - Optionals of all these types.
///
/// A custom type forwards to one of these types:
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
/// `Docs/Format/Keys.md` specifies the bytes.
public protocol KeyElement: KeyConvertible, Sendable {
  /// Appends the element: its type code and its content.
  func encodeKeyElement(into buffer: inout KeyBuffer)

  /// Decodes the element at the reader's offset and advances the reader past the element.
  ///
  /// - Throws: `KeyError` with one of these codes, or with a code that a custom type throws:
  ///   - `typeMismatch` for another type, or `outOfRange` if the value does not fit this type.
  ///   - `truncated`, `notCanonical`, `invalidUTF8`, or `unknownType` if the bytes are invalid.
  ///   - `tooDeep` if tuples or descending elements are nested more than 64 levels deep.
  ///   - `trailingElements` if a nested tuple has more elements than a ``CompoundKey`` reads.
  static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Self

  /// Decodes the whole key that `encodeKey(into:)` appends.
  ///
  /// - Throws: `KeyError` with one of these codes, or with a code that a custom type throws:
  ///   - `typeMismatch` for another type, or `outOfRange` if the value does not fit this type.
  ///   - `truncated`, `notCanonical`, `invalidUTF8`, or `unknownType` if the bytes are invalid.
  ///   - `tooDeep` if tuples or descending elements are nested more than 64 levels deep.
  ///   - `trailingElements` if bytes remain, or if a nested tuple has more elements than a
  ///     ``CompoundKey`` reads.
  static func decodeKey(_ bytes: Span<UInt8>) throws(KeyError) -> Self
}

extension KeyElement {
  /// The tuple format; as a whole key, a single element is a tuple of one element.
  @inlinable public var keyFormat: KeyFormat { .tuple }

  /// Appends a tuple of this one element.
  @inlinable
  public func encodeKey(into buffer: inout KeyBuffer) { encodeKeyElement(into: &buffer) }

  /// Decodes a tuple of one element.
  ///
  /// - Throws: `KeyError` with one of these codes, or with a code that a custom type throws:
  ///   - `typeMismatch` for another type, or `outOfRange` if the value does not fit this type.
  ///   - `truncated`, `notCanonical`, `invalidUTF8`, or `unknownType` if the bytes are invalid.
  ///   - `tooDeep` if tuples or descending elements are nested more than 64 levels deep.
  ///   - `trailingElements` if bytes remain, or if a nested tuple has more elements than a
  ///     ``CompoundKey`` reads.
  @inlinable
  public static func decodeKey(_ bytes: Span<UInt8>) throws(KeyError) -> Self {
    var reader = KeyReader(bytes)
    let element = try decodeKeyElement(from: &reader)
    try reader.finish()
    return element
  }
}
