#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension UUID {
  /// The 16 bytes, in the order in which a UUID is written.
  @inlinable
  var inlineBytes: InlineArray<16, UInt8> {
    // Unsafe: a tuple of 16 `UInt8` and an inline array of 16 `UInt8` have the same layout.
    unsafe unsafeBitCast(uuid, to: InlineArray<16, UInt8>.self)
  }

  @inlinable
  init(inlineBytes: InlineArray<16, UInt8>) {
    // Unsafe: as above.
    self.init(uuid: unsafe unsafeBitCast(inlineBytes, to: uuid_t.self))
  }
}

extension Span<UInt8> {
  /// The UUID at `offset`, whose 16 bytes must be there.
  @inlinable
  func uuid(at offset: Int) -> UUID {
    precondition(offset >= 0 && offset &+ 16 <= count, "no sixteen bytes there")
    // Unsafe: the range was checked.
    return unsafe withUnsafeBytes {
      UUID(uuid: unsafe $0.loadUnaligned(fromByteOffset: offset, as: uuid_t.self))
    }
  }
}
