/// The prefix of one owner's keys in a shared table: the owner's number in four bytes, big-endian.
///
/// An owner is one user of the table, such as a small collection.
///
/// LMDB compares bytes, so the keys of an owner are contiguous and have the same order as without
/// the prefix.
@usableFromInline
package struct KeyPrefix: Sendable, Hashable {
  /// The owner's number; 0 for a table with one owner, whose keys have no prefix.
  @usableFromInline let number: UInt32

  /// The length of a prefix, in bytes.
  @inlinable static var byteCount: Int { 4 }

  /// The prefix of a table with one owner.
  static var none: KeyPrefix { KeyPrefix(number: 0) }

  init(number: UInt32) { self.number = number }

  /// Whether keys have no prefix.
  @inlinable
  var isNone: Bool { number == 0 }

  /// The maximum length of a key in bytes, without the prefix.
  @inlinable
  var longestKey: Int { SizeLimits.key - (isNone ? 0 : Self.byteCount) }

  /// Compares a key of the shared table with the owner's keys.
  ///
  /// - Returns: Zero for a key of the owner, -1 for a key before the owner's keys, or 1 for a key
  ///   after the owner's keys.
  @inlinable
  func order(of key: Span<UInt8>) -> Int {
    guard key.count >= Self.byteCount else { return -1 }
    var other: UInt32 = 0
    for place in 0..<Self.byteCount { other = other << 8 | UInt32(key[place]) }
    return other == number ? 0 : other < number ? -1 : 1
  }

  /// Throws `keyEmpty` for an empty key, or `keyTooLong` if the key with its prefix is too long.
  @inlinable
  func check(_ count: Int) throws(LMDBError) {
    try checkKey(count)
    if !isNone { try checkKey(count + Self.byteCount) }
  }

  /// Returns whether a key of `count` bytes can exist; throws `keyEmpty` or `keyTooLong` for a key
  /// that no table accepts.
  @inlinable
  func mayHold(_ count: Int) throws(LMDBError) -> Bool {
    try checkKey(count)
    return count <= longestKey
  }

  /// Passes the bytes of a key with the prefix to `body`.
  @inlinable
  func withKey<R, E>(
    _ key: Span<UInt8>, _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    if isNone { return try unsafe key.withUnsafeBytes(body) }
    return try unsafe withWholeKey(key, body)
  }

  /// Passes the prefix and the bytes of a key to `body`, in one buffer.
  @usableFromInline
  func withWholeKey<R, E>(
    _ key: Span<UInt8>, _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try unsafe withUnsafeTemporaryAllocation(byteCount: Self.byteCount + key.count, alignment: 4) {
      bytes throws(E) in
      // The allocation has space for both parts.
      unsafe bytes.storeBytes(of: number.bigEndian, as: UInt32.self)
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[Self.byteCount...])
      unsafe key.withUnsafeBytes { unsafe rest.copyMemory(from: $0) }
      return try unsafe body(UnsafeRawBufferPointer(bytes))
    }
  }
}
