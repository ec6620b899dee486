#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension UUID {
  /// The 16 bytes, in the order in which a UUID is written.
  @inlinable
  var inlineBytes: CollectionOfOne<uuid_t> { CollectionOfOne(uuid) }

  /// The UUID whose first eight bytes are `high`, big-endian, and whose last eight are `low`.
  init(high: UInt64, low: UInt64) {
    // Unsafe: both types are sixteen bytes without padding, and all bytes are a UUID.
    self.init(uuid: unsafe unsafeBitCast((high.bigEndian, low.bigEndian), to: uuid_t.self))
  }
}

extension Span<UInt8> {
  /// The UUID at `offset`, whose 16 bytes must be there.
  @inlinable @inline(__always)
  func uuid(at offset: Int) -> UUID {
    precondition(offset >= 0 && offset &+ 16 <= count, "no sixteen bytes there")
    // Unsafe: the range was checked.
    return unsafe withUnsafeBytes {
      UUID(uuid: unsafe $0.loadUnaligned(fromByteOffset: offset, as: uuid_t.self))
    }
  }
}
