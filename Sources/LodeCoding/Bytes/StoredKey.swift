/// The bytes under which a key is stored, at most 511, which is where LMDB's keys end.
///
/// A key of up to 510 bytes is stored as it is. A longer one is stored as its first 495 bytes and
/// 16 bytes of hash, 511 in all: so the stored length alone tells the form. Long keys are ordered
/// by their first 495 bytes, and two of them may share a stored form: who stores one keeps the full
/// key in the row and compares it.
///
/// ```swift
/// let stored = StoredKey(bytes)
/// print(stored.bytes.count)  // 511 at most
/// if stored.isShortened { print("compare the whole key of what you find") }
/// ```
///
/// It borrows the key's bytes. The compiler puts it on the heap, about 15 ns, so a hot path asks
/// for the key's length first.
public struct StoredKey: ~Copyable, ~Escapable {
  /// The length of every shortened key, in bytes.
  @inlinable
  public static var byteCount: Int { 511 }

  /// How many bytes of a longer key are kept, and so ordered.
  @inlinable
  public static var headByteCount: Int { 495 }

  @usableFromInline let key: Span<UInt8>
  /// Empty unless the key is shortened.
  @usableFromInline let shortened: [UInt8]

  /// Borrows `key`, or makes its shortened form when it is 511 bytes or longer.
  @_lifetime(copy key)
  @inlinable
  public init(_ key: Span<UInt8>) {
    self.key = key
    shortened = key.count < StoredKey.byteCount ? [] : StoredKey.shorten(key)
  }

  /// Whether the stored bytes are not the key's own, so that the full key must be checked.
  @inlinable
  public var isShortened: Bool { !shortened.isEmpty }

  /// The bytes to look up or to store, 1 to 511 of them for a key that is not empty.
  @inlinable
  public var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      if isShortened { return shortened.span }
      // Unsafe: it only narrows: `self` cannot outlive what `key` borrows.
      return unsafe _overrideLifetime(key, borrowing: self)
    }
  }

  /// Whether bytes found in a table are a shortened key.
  @inlinable
  public static func isShortened(_ stored: Span<UInt8>) -> Bool { stored.count == byteCount }

  /// The head and two rapidhash hashes of the whole key, under seeds 0 and 1, little-endian.
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
