#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension UUID {
  /// The 16 bytes in the order of the UUID's text.
  @inlinable var inlineBytes: CollectionOfOne<uuid_t> { CollectionOfOne(uuid) }

  /// Creates the UUID whose first eight bytes are `high` and whose last eight bytes are `low`, both
  /// big-endian.
  init(high: UInt64, low: UInt64) {
    // Unsafe: both types have 16 bytes and no padding, and any 16 bytes are a valid UUID.
    self.init(uuid: unsafe unsafeBitCast((high.bigEndian, low.bigEndian), to: uuid_t.self))
  }
}

extension Span<UInt8> {
  /// Returns the UUID at `offset`.
  ///
  /// - Precondition: The span holds 16 bytes at `offset`.
  @inlinable @inline(__always)
  func uuid(at offset: Int) -> UUID {
    precondition(
      offset >= 0 && offset &+ 16 <= count, "the range of sixteen bytes is out of bounds")
    // Unsafe: the precondition checks the range.
    return unsafe withUnsafeBytes {
      UUID(uuid: unsafe $0.loadUnaligned(fromByteOffset: offset, as: uuid_t.self))
    }
  }
}
