public import LodeCoding

/// The key of a row: the bytes of the key, and the format of the bytes.
///
/// ```swift
/// for key in try store["users"].keys() {
///   print(key, try key.decode(Int.self))
/// }
/// ```
public struct RowKey: Sendable, Hashable {
  /// The bytes of the key, which decide the row's position in the collection.
  public let bytes: [UInt8]
  /// The format: an encoded tuple, or raw bytes.
  public let format: KeyFormat

  /// Creates a key from its bytes and their format.
  public init(bytes: [UInt8], format: KeyFormat) {
    self.bytes = bytes
    self.format = format
  }

  /// Decodes a key of one component.
  ///
  /// - Complexity: O(size of the key).
  /// - Throws: `KeyError` if the key has a type other than `K`, or several components.
  public func decode<K: KeyElement>(_ type: K.Type = K.self) throws(KeyError) -> K {
    try K.decodeKey(bytes.span)
  }
}

extension RowKey: Comparable {
  /// Returns whether the first key comes before the second key in byte order.
  public static func < (left: RowKey, right: RowKey) -> Bool {
    left.bytes.span.byteOrder(right.bytes.span) < 0
  }
}

extension RowKey: KeyConvertible {
  /// The format of the bytes.
  public var keyFormat: KeyFormat { format }

  /// Appends the bytes unchanged.
  public func encodeKey(into buffer: inout KeyBuffer) { buffer.append(bytes.span) }

  /// Calls `body` with the bytes, without a copy.
  ///
  /// - Complexity: O(1), without `body`.
  /// - Throws: Any error that `body` throws.
  @inlinable
  public func withKeyBytes<R: ~Copyable>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    try body(bytes.span)
  }
}
