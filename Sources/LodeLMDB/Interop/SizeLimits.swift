/// The lengths that LMDB and Lode accept, in bytes.
@usableFromInline
enum SizeLimits {
  /// The longest key that LMDB 0.9 with default settings accepts.
  @inlinable static var key: Int { 511 }
  /// The longest value that Lode accepts.
  @inlinable static var value: Int { 1 << 30 }
  /// The largest map that Lode accepts.
  @inlinable static var map: Int { 1 << 46 }
}
