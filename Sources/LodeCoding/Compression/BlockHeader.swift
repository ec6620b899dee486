/// The header of a block: kind, size, number of the dictionary, and length of the plain bytes.
///
/// A *block* is the form in which ``BlockCompressor`` writes bytes, compressed or plain. Reading a
/// header decompresses nothing. `Docs/Format/Compression.md` specifies the format. Inside a
/// compressed body, zstd divides the bytes into its own *zstd blocks* (RFC 8878). The bytes of an
/// uncompressed block are usable without a copy:
///
/// ```swift
/// let block = BlockCompressor(.off).compress([1, 2, 3].span)
/// let header = try BlockHeader(block.span)
/// if header.kind == .raw { print(block[header.bodyOffset...]) }  // [1, 2, 3]
/// ```
public struct BlockHeader: Hashable, Sendable {
  /// The encoding of the bytes after a block's header.
  public enum Kind: UInt8, Sendable {
    /// The original bytes.
    case raw = 0
    /// Bytes that zstd compressed without a dictionary.
    case zstd = 1
    /// Bytes that zstd compressed with a dictionary.
    case zstdWithDictionary = 2
    /// The first bytes as they are, and the rest compressed by zstd without a dictionary.
    case plainThenZstd = 3
    /// The first bytes as they are, and the rest compressed by zstd with a dictionary.
    case plainThenZstdWithDictionary = 4

    /// Whether the body needs a dictionary.
    var needsDictionary: Bool {
      self == .zstdWithDictionary || self == .plainThenZstdWithDictionary
    }
    /// Whether the block has plain bytes before a compressed body.
    var hasPlainBytes: Bool { self == .plainThenZstd || self == .plainThenZstdWithDictionary }
  }

  /// The encoding of the bytes after the header.
  public let kind: Kind
  /// The declared number of decompressed bytes, which can be wrong in a damaged block.
  public let count: Int
  /// The number of the dictionary that the body needs, or `nil` if the body needs no dictionary.
  public let dictionaryID: UInt32?
  /// The number of plain bytes before the body; 0 without plain bytes.
  public let plainCount: Int
  /// The offset of the body in bytes; the body extends to the end of the block.
  public let bodyOffset: Int

  /// Decodes the header of a block.
  ///
  /// - Complexity: O(1) for an uncompressed block. O(n) for a compressed block whose body consists
  ///   of n zstd blocks. Each zstd block except the last usually produces 128 KiB.
  /// - Throws: `CompressionError` with one of these codes:
  ///   - `truncated` if the block is empty, or ends inside its header or its plain bytes.
  ///   - `unknownKind` for an unsupported kind.
  ///   - `notCanonical` if a number has unnecessary bytes or exceeds 32 bits.
  ///   - `damaged` if the number of plain bytes is zero or not less than the declared size.
  ///   - `damaged` if a compressed block declares the size zero.
  ///   - `damaged` if the body is not a sequence of zstd blocks that can produce the declared size.
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
    dictionaryID = kind.needsDictionary ? try Self.readVarint(block, at: &offset) : nil
    plainCount = kind.hasPlainBytes ? Int(try Self.readVarint(block, at: &offset)) : 0
    guard plainCount <= block.count - offset else {
      throw CompressionError(.truncated, at: offset, "the block ends inside its plain bytes")
    }
    bodyOffset = offset + plainCount
    if kind.hasPlainBytes, plainCount == 0 || plainCount >= count {
      throw CompressionError(
        .damaged, at: 1, "\(plainCount) of \(count) bytes are plain")
    }
    if kind != .raw { try checkCount(of: block.extracting(bodyOffset..<block.count)) }
  }

  /// Returns whether the first zstd block of the body compresses its *literals*, the bytes that do
  /// not repeat earlier bytes.
  ///
  /// Returns `false` if the literals are stored unchanged, or as one repeated byte. Returns `nil`
  /// for an uncompressed block. Also returns `nil` if the first zstd block has no
  /// section of literals, because the zstd block holds uncompressed bytes or one repeated byte.
  package func encodesLiterals(in block: Span<UInt8>) -> Bool? {
    kind == .raw ? nil : FrameBlocks.encodesLiterals(body(of: block))
  }

  /// Returns the plain bytes of a block with this header.
  @_lifetime(copy block)
  func plainBytes(of block: Span<UInt8>) -> Span<UInt8> {
    block.extracting(bodyOffset - plainCount..<bodyOffset)
  }

  /// Returns the body of a block with this header.
  @_lifetime(copy block)
  func body(of block: Span<UInt8>) -> Span<UInt8> {
    block.extracting(bodyOffset..<block.count)
  }

  /// The number of bytes that the body decompresses to.
  var bodyCount: Int { count - plainCount }

  /// Returns the plain bytes of a block, or `nil` for a block without plain bytes or with an
  /// invalid header.
  ///
  /// The method does not check the body.
  ///
  /// - Complexity: O(1).
  @_lifetime(copy block)
  package static func plainBytes(of block: Span<UInt8>) -> Span<UInt8>? {
    guard block.count > 0, let kind = Kind(rawValue: block[0]), kind.hasPlainBytes else {
      return nil
    }
    var offset = 1
    guard let count = try? readVarint(block, at: &offset),
      !kind.needsDictionary || (try? readVarint(block, at: &offset)) != nil,
      let plain = try? readVarint(block, at: &offset), plain > 0, plain < count,
      plain <= block.count - offset
    else { return nil }
    return block.extracting(offset..<offset + Int(plain))
  }

  /// Throws `damaged` for a size that the zstd blocks of the body cannot produce, so that a wrong
  /// size cannot cause a large allocation.
  private func checkCount(of body: Span<UInt8>) throws(CompressionError) {
    guard bodyCount > 0, let most = FrameBlocks.largestContent(of: body), bodyCount <= most else {
      throw CompressionError(
        .damaged, at: 1, "\(body.count) bytes of zstd cannot hold the \(bodyCount) bytes announced")
    }
  }

  /// Throws `tooLarge` if the declared size exceeds `limit`.
  func check(limit: Int) throws(CompressionError) {
    guard count <= limit else {
      throw CompressionError(
        .tooLarge, at: 1, "the header states \(count) bytes; the limit is \(limit)")
    }
  }

  /// Returns the error for a missing dictionary.
  func unknownDictionary() -> CompressionError {
    CompressionError(.unknownDictionary, at: 1, "the block needs dictionary \(dictionaryID ?? 0)")
  }

  /// Returns the error for a body that zstd cannot decompress.
  func damaged(_ problem: String) -> CompressionError {
    CompressionError(.damaged, at: bodyOffset, "zstd says: \(problem)")
  }

  /// Appends the header of a compressed block, at most 16 bytes, and the plain bytes.
  static func append(
    count: UInt32, dictionaryID: UInt32?, plain: Span<UInt8>, to output: inout OutputSpan<UInt8>
  ) {
    let kind: Kind =
      switch (plain.isEmpty, dictionaryID == nil) {
      case (true, true): .zstd
      case (true, false): .zstdWithDictionary
      case (false, true): .plainThenZstd
      case (false, false): .plainThenZstdWithDictionary
      }
    output.append(kind.rawValue)
    appendVarint(count, to: &output)
    if let dictionaryID { appendVarint(dictionaryID, to: &output) }
    if plain.isEmpty { return }
    appendVarint(UInt32(truncatingIfNeeded: plain.count), to: &output)
    output.append(copying: plain)
  }

  /// Appends a number in groups of seven bits, lowest group first; the high bit of a byte means
  /// that another byte follows.
  private static func appendVarint(_ value: UInt32, to output: inout OutputSpan<UInt8>) {
    var left = value
    while left >= 0x80 {
      output.append(UInt8(truncatingIfNeeded: left) | 0x80)
      left >>= 7
    }
    output.append(UInt8(left))
  }

  /// Reads a number that `appendVarint` wrote.
  ///
  /// Throws `truncated` if the block ends inside the number. Throws `notCanonical` if the number
  /// has unnecessary bytes or exceeds 32 bits.
  private static func readVarint(
    _ bytes: Span<UInt8>, at offset: inout Int
  ) throws(CompressionError) -> UInt32 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 35, by: 7) {
      guard offset < bytes.count else {
        throw CompressionError(.truncated, at: offset, "the block ends inside a number")
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
