/// A key made of bytes as they are, for collections that order their keys by `memcmp` alone.
///
/// It is no tuple: nothing is coded and nothing can be decoded but the bytes. A collection holds
/// either tuple keys or raw keys. LMDB takes no empty key, so `bytes` needs at least one byte.
///
/// ```swift
/// let key = RawKey([0x01, 0xFF])
/// ```
public struct RawKey: Hashable, Comparable, Sendable, KeyConvertible {
  /// The key's bytes.
  public let bytes: [UInt8]

  /// Wraps `bytes`.
  @inlinable
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Copies `bytes`.
  public init(_ bytes: Span<UInt8>) { self.bytes = bytes.copied() }

  /// Raw keys have their own format.
  @inlinable
  public var keyFormat: KeyFormat { .raw }

  /// Appends the bytes as they are.
  @inlinable
  public func encodeKey(into buffer: inout KeyBuffer) { buffer.append(bytes.span) }

  /// Lends the bytes without a copy.
  @inlinable
  public func withKeyBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    try body(bytes.span)
  }

  /// Copies `bytes`; any bytes are a raw key, so this does not fail.
  public static func decodeKey(_ bytes: Span<UInt8>) throws(KeyError) -> RawKey { RawKey(bytes) }

  /// The order of the bytes.
  public static func < (left: RawKey, right: RawKey) -> Bool {
    left.bytes.span.byteOrder(right.bytes.span) < 0
  }
}
