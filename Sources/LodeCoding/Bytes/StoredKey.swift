/// The bytes under which a key is stored: at most 511 bytes, LMDB's limit for keys.
///
/// A key of up to 510 bytes is stored unchanged. A longer key is shortened to its first 495 bytes
/// and a 16-byte hash. Only shortened keys have a stored length of 511 bytes.
///
/// Shortened keys sort by their first 495 bytes, and two long keys may share a stored form. The row
/// of a shortened key therefore holds the full key, and every lookup compares the full keys.
///
/// ```swift
/// let key = [UInt8](repeating: 7, count: 600)
/// let stored = StoredKey(key.span)
/// print(stored.bytes.count)  // 511
/// if stored.isShortened { print("compare the full key of the row") }
/// ```
///
/// A `StoredKey` borrows the key's bytes and cannot outlive these bytes. Creating a `StoredKey`
/// allocates memory only for a key of 511 bytes or more. A shorter key needs no `StoredKey`.
public struct StoredKey: ~Copyable, ~Escapable {
  /// The length of every shortened key, in bytes.
  @inlinable public static var byteCount: Int { 511 }

  /// The number of bytes that a shortened key keeps and sorts by.
  @inlinable public static var headByteCount: Int { 495 }

  @usableFromInline let key: Span<UInt8>
  /// The shortened form; empty if the key is stored unchanged.
  @usableFromInline let shortened: [UInt8]

  /// Borrows `key`, and computes the shortened form if the key has 511 bytes or more.
  @_lifetime(copy key)
  @inlinable
  public init(_ key: Span<UInt8>) {
    self.key = key
    shortened = key.count < StoredKey.byteCount ? [] : StoredKey.shorten(key)
  }

  /// Whether the stored bytes are the shortened form, so that callers must compare the full key.
  @inlinable public var isShortened: Bool { !shortened.isEmpty }

  /// The bytes to look up or to store; at most 511 bytes.
  @inlinable
  public var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      if isShortened { return shortened.span }
      // Unsafe: the override only narrows the lifetime. `self` cannot outlive what `key` borrows.
      return unsafe _overrideLifetime(key, borrowing: self)
    }
  }

  /// Returns whether the stored bytes of a key are a shortened key.
  @inlinable
  public static func isShortened(_ stored: Span<UInt8>) -> Bool { stored.count == byteCount }

  /// Returns the first 495 bytes of the key, followed by two little-endian hashes of the whole key.
  ///
  /// The hashes are `Checksum.rapidhash` with the seeds 0 and 1.
  @usableFromInline
  static func shorten(_ key: Span<UInt8>) -> [UInt8] {
    var bytes = key.extracting(first: headByteCount).copied()
    bytes.reserveCapacity(byteCount)
    for seed in 0...1 as ClosedRange<UInt64> {
      let hash = Checksum.rapidhash(key, seed: seed)
      for byte in 0..<8 as Range<UInt64> {
        bytes.append(UInt8(truncatingIfNeeded: hash >> (8 * byte)))
      }
    }
    return bytes
  }
}
