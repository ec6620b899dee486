/// What a block says of itself: its kind, its size and its dictionary; see
/// `Docs/Format/Compression.md`.
///
/// Reading it decompresses nothing. The bytes of a block that is not compressed can be used where
/// they are:
///
/// ```swift
/// let header = try BlockHeader(bytes)
/// if header.kind == .raw { print(bytes.extracting(header.bodyOffset..<bytes.count).count) }
/// ```
public struct BlockHeader: Hashable, Sendable {
  /// How the body holds the bytes.
  public enum Kind: UInt8, Sendable {
    /// As they are.
    case raw = 0
    /// Compressed.
    case zstd = 1
    /// Compressed with a dictionary.
    case zstdWithDictionary = 2
  }

  /// How the body holds the bytes.
  public let kind: Kind
  /// How many bytes the block announces; it need not be true.
  public let count: Int
  /// The number of the dictionary that is needed, or `nil`.
  public let dictionaryID: UInt32?
  /// Where the body starts; it goes on to the end of the block.
  public let bodyOffset: Int

  /// Reads the header of a block.
  ///
  /// - Complexity: O(1).
  /// - Throws: `CompressionError`: `truncated`, `unknownKind`, `notCanonical`, or `damaged` when no
  ///   body of that length can hold that number of bytes.
  public init(_ block: Span<UInt8>) throws(CompressionError) {
    guard block.count > 0 else { throw CompressionError(.truncated, "the block is empty") }
    guard let kind = Kind(rawValue: block[0]) else {
      throw CompressionError(.unknownKind, "kind \(block[0])")
    }
    var offset = 1
    self.kind = kind
    if kind == .raw {
      count = block.count - 1
    } else {
      count = Int(try Self.readVarint(block, at: &offset))
    }
    dictionaryID =
      kind == .zstdWithDictionary ? try Self.readVarint(block, at: &offset) : nil
    bodyOffset = offset
    if kind != .raw { try checkCount(bodyCount: block.count - offset) }
  }

  /// Refuses a size that no body of this length has, so that a few bytes never make a reader
  /// reserve much.
  private func checkCount(bodyCount: Int) throws(CompressionError) {
    guard count > 0, count <= ((bodyCount + 3) / 4) << 17 else {
      throw CompressionError(
        .damaged, at: 1, "\(bodyCount) bytes of zstd cannot hold the \(count) bytes announced")
    }
  }

  /// Refuses a block that announces more than its reader wants.
  func check(limit: Int) throws(CompressionError) {
    guard count <= limit else {
      throw CompressionError(.tooLarge, at: 1, "it announces \(count) bytes, the limit is \(limit)")
    }
  }

  /// The error of a dictionary that is not there.
  func unknownDictionary() -> CompressionError {
    CompressionError(.unknownDictionary, at: 1, "it needs dictionary \(dictionaryID ?? 0)")
  }

  /// The error of a body with which zstd has a problem.
  func damaged(_ problem: String) -> CompressionError {
    CompressionError(.damaged, at: bodyOffset, "zstd says: \(problem)")
  }

  /// Appends the header of a compressed block, at most 11 bytes.
  static func append(
    count: UInt32, dictionaryID: UInt32?, to output: inout OutputSpan<UInt8>
  ) {
    output.append((dictionaryID == nil ? Kind.zstd : .zstdWithDictionary).rawValue)
    appendVarint(count, to: &output)
    if let dictionaryID { appendVarint(dictionaryID, to: &output) }
  }

  private static func appendVarint(_ value: UInt32, to output: inout OutputSpan<UInt8>) {
    var left = value
    while left >= 0x80 {
      output.append(UInt8(truncatingIfNeeded: left) | 0x80)
      left >>= 7
    }
    output.append(UInt8(left))
  }

  private static func readVarint(
    _ bytes: Span<UInt8>, at offset: inout Int
  ) throws(CompressionError) -> UInt32 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 35, by: 7) {
      guard offset < bytes.count else {
        throw CompressionError(.truncated, at: offset, "it ends inside a number")
      }
      let byte = bytes[offset]
      offset += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 {
        guard byte > 0 || shift == 0, let number = UInt32(exactly: value) else { break }
        return number
      }
    }
    throw CompressionError(.notCanonical, at: offset - 1, "a number is too long")
  }
}
