/// The zstd blocks of a compressed body (RFC 8878, section "Blocks").
///
/// A block begins with three bytes, little-endian: one bit for the last block, two bits for the
/// type, and 21 bits for a size.
enum FrameBlocks {
  /// The largest content of one zstd block, in bytes.
  private static let largestBlock = 1 << 17

  /// Returns whether the first block of a body encodes its *literals*, the bytes that do not repeat
  /// earlier bytes (RFC 8878, section "Literals Section Header").
  ///
  /// Returns `nil` if the first block has no section of literals, because the block is not of the
  /// compressed type.
  static func encodesLiterals(_ body: Span<UInt8>) -> Bool? {
    guard body.count > 3, body[0] >> 1 & 3 == 2 else { return nil }
    return body[3] & 3 > 1
  }

  /// Returns the maximum number of bytes that the blocks of a body produce.
  ///
  /// Returns `nil` if the last block does not end at the end of the body. Decompresses nothing, so
  /// the content of the blocks can still be damaged.
  static func largestContent(of body: Span<UInt8>) -> Int? {
    var offset = 0
    var most = 0
    while offset + 3 <= body.count {
      let header = Int(body[offset]) | Int(body[offset + 1]) << 8 | Int(body[offset + 2]) << 16
      let size = header >> 3
      offset += 3
      switch header >> 1 & 3 {
      case 0:  // The bytes themselves.
        offset += size
        most += min(size, largestBlock)
      case 1:  // One byte, which is repeated.
        offset += 1
        most += min(size, largestBlock)
      case 2:  // Compressed bytes.
        offset += size
        most += largestBlock
      default: return nil
      }
      if header & 1 == 1 { return offset == body.count ? most : nil }
    }
    return nil
  }
}
