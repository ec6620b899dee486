/// A key of bytes in a program's own format, which sorts by `memcmp`.
///
/// A raw key has no elements. A collection holds either tuple keys or raw keys. A store refuses a
/// key without bytes.
///
/// ```swift
/// let key = RawKey([0x01, 0xFF])
/// ```
public struct RawKey: Hashable, Comparable, Sendable, KeyConvertible {
  /// The key's bytes.
  public let bytes: [UInt8]

  /// Creates a key from `bytes`.
  @inlinable
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Creates a key with a copy of `bytes`.
  public init(_ bytes: Span<UInt8>) { self.bytes = bytes.copied() }

  /// The raw format.
  @inlinable public var keyFormat: KeyFormat { .raw }

  /// Appends the bytes unchanged.
  @inlinable
  public func encodeKey(into buffer: inout KeyBuffer) { buffer.append(bytes.span) }

  /// Passes the bytes to `body` without a copy.
  ///
  /// - Throws: Any error that `body` throws.
  @inlinable
  public func withKeyBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    try body(bytes.span)
  }

  /// Copies `bytes`.
  ///
  /// - Throws: Nothing; any bytes are a valid raw key.
  public static func decodeKey(_ bytes: Span<UInt8>) throws(KeyError) -> RawKey { RawKey(bytes) }

  /// Compares the bytes as `memcmp` does.
  public static func < (left: RawKey, right: RawKey) -> Bool {
    left.bytes.span.byteOrder(right.bytes.span) < 0
  }
}
