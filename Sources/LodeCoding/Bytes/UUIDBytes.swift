#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension UUID {
  /// The 16 bytes in the order of the UUID's text.
  @inlinable
  var inlineBytes: InlineArray<16, UInt8> {
    // Unsafe: a tuple of 16 `UInt8` and an inline array of 16 `UInt8` have the same layout.
    unsafe unsafeBitCast(uuid, to: InlineArray<16, UInt8>.self)
  }

  @inlinable
  init(inlineBytes: InlineArray<16, UInt8>) {
    // Unsafe: an inline array of 16 `UInt8` and a tuple of 16 `UInt8` have the same layout.
    self.init(uuid: unsafe unsafeBitCast(inlineBytes, to: uuid_t.self))
  }
}

extension Span<UInt8> {
  /// Returns the UUID at `offset`.
  ///
  /// - Precondition: The span holds 16 bytes at `offset`.
  @inlinable
  func uuid(at offset: Int) -> UUID {
    precondition(offset >= 0 && offset &+ 16 <= count, "no sixteen bytes there")
    // Unsafe: the precondition checks the range.
    return unsafe withUnsafeBytes {
      UUID(uuid: unsafe $0.loadUnaligned(fromByteOffset: offset, as: uuid_t.self))
    }
  }
}
