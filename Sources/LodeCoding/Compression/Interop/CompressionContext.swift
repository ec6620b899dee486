import CZstd

/// The state and the working memory that zstd needs to compress one *frame* after another.
///
/// A frame is zstd's unit of compressed bytes: a header, and blocks. The context uses zstd's stable
/// interface, and one experimental parameter: the encoding of literals. A version of zstd without
/// this parameter always encodes literals. Every version reads both forms.
///
/// Sendable: zstd lets any thread use a context, one thread at a time. Only `ContextPool` holds
/// idle contexts, behind its mutex, and gives each context to one caller.
@safe
struct CompressionContext: PooledContext, @unchecked Sendable {
  private let raw: OpaquePointer
  /// The length of a frame's header in bytes: magic number, descriptor, window.
  private static let frameHeader = 6
  /// The parameter for the encoding of literals, `ZSTD_c_literalCompressionMode`.
  private static let literals = ZSTD_c_experimentalParam5
  /// The values of `literals`: zstd's default for the level, and literals as they are.
  private static let (automatic, unencoded): (Int32, Int32) = (0, 2)

  init?() {
    guard let raw = unsafe ZSTD_createCCtx() else { return nil }
    unsafe self.raw = raw
    // The block stores the size and the dictionary's number, and the container stores a checksum.
    for parameter in [ZSTD_c_contentSizeFlag, ZSTD_c_checksumFlag, ZSTD_c_dictIDFlag] {
      unsafe ZSTD_CCtx_setParameter(raw, parameter, 0)
    }
  }

  func free() { unsafe _ = ZSTD_freeCCtx(raw) }

  var isOversized: Bool { unsafe ZSTD_sizeof_CCtx(raw) > 4 << 20 }

  /// Returns the capacity in bytes that zstd needs for the frame of `count` bytes.
  static func bound(_ count: Int) -> Int { ZSTD_compressBound(count) }

  /// Appends the data blocks of a frame, or returns `false` and appends nothing if the blocks
  /// exceed `atMost` bytes or zstd fails.
  func compress(
    _ input: Span<UInt8>, _ compression: Compression, dictionary: CompressingDictionary?,
    atMost: Int, into output: inout OutputSpan<UInt8>
  ) -> Bool {
    // Unsafe: the parameters and the dictionary stay set until the next call sets them. zstd uses
    // the dictionary only in `ZSTD_compress2`, while the caller retains the dictionary.
    unsafe ZSTD_CCtx_setParameter(raw, ZSTD_c_compressionLevel, Int32(compression.level))
    unsafe ZSTD_CCtx_setParameter(
      raw, Self.literals, compression.encodesLiterals ? Self.automatic : Self.unencoded)
    unsafe ZSTD_CCtx_refCDict(raw, dictionary?.raw)
    // Unsafe: zstd reads the input and writes only into the free capacity. Only the closures use
    // both buffers.
    return unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
      guard let base = buffer.baseAddress else { return false }
      let (frame, room) = unsafe (base + initialized, buffer.count - initialized)
      let written = unsafe input.withUnsafeBytes {
        unsafe ZSTD_compress2(raw, frame, room, $0.baseAddress, $0.count)
      }
      // The header has another length if the descriptor is not zero.
      guard ZSTD_isError(written) == 0, written > Self.frameHeader, unsafe frame[4] == 0,
        written - Self.frameHeader <= atMost
      else { return false }
      unsafe frame.update(from: frame + Self.frameHeader, count: written - Self.frameHeader)
      initialized += written - Self.frameHeader
      return true
    }
  }
}
