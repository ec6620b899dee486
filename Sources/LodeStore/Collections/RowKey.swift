public import LodeCoding

/// A key as a collection holds it: its bytes, and how they were made.
///
/// ```swift
/// for key in try store["users"].keys() {
///   print(key, try key.decode(Int.self))
/// }
/// ```
public struct RowKey: Sendable, Hashable {
  /// The key's bytes; their order is the order of keys.
  public let bytes: [UInt8]
  /// Whether the bytes are an encoded tuple or were given as they are.
  public let format: KeyFormat

  /// Creates a key from its parts.
  public init(bytes: [UInt8], format: KeyFormat) {
    self.bytes = bytes
    self.format = format
  }

  /// Decodes the key.
  ///
  /// - Throws: `KeyError` when the key holds something else.
  public func decode<K: KeyElement>(_ type: K.Type = K.self) throws(KeyError) -> K {
    try K.decodeKey(bytes.span)
  }
}

extension RowKey: Comparable {
  /// Whether one key comes before another, as in a collection.
  public static func < (left: RowKey, right: RowKey) -> Bool {
    left.bytes.span.byteOrder(right.bytes.span) < 0
  }
}

extension RowKey: KeyConvertible {
  /// How the bytes were made.
  public var keyFormat: KeyFormat { format }

  /// Appends the bytes as they are.
  public func encodeKey(into buffer: inout KeyBuffer) { buffer.append(bytes.span) }

  /// Lends the bytes without a copy.
  @inlinable
  public func withKeyBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    try body(bytes.span)
  }
}
