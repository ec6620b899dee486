import CZstd

/// A zstd compression context.
///
/// It uses zstd's stable interface only.
///
/// Sendable: zstd lets any thread use a context, one at a time; only `ContextPool` holds idle ones,
/// behind its mutex, and lends each to one caller.
@safe
struct CompressionContext: PooledContext, @unchecked Sendable {
  private let raw: OpaquePointer
  /// The header of each frame that is made: magic number, descriptor, window.
  private static let frameHeader = 6

  init?() {
    guard let raw = unsafe ZSTD_createCCtx() else { return nil }
    unsafe self.raw = raw
    // The block says the size and the dictionary, and its keeper has a checksum.
    for parameter in [ZSTD_c_contentSizeFlag, ZSTD_c_checksumFlag, ZSTD_c_dictIDFlag] {
      unsafe ZSTD_CCtx_setParameter(raw, parameter, 0)
    }
  }

  func free() { unsafe _ = ZSTD_freeCCtx(raw) }

  var isOversized: Bool { unsafe ZSTD_sizeof_CCtx(raw) > 4 << 20 }

  /// The room that zstd wants for a frame of `count` bytes.
  static func bound(_ count: Int) -> Int { ZSTD_compressBound(count) }

  /// Appends the data blocks of a frame, or nothing and returns `false` when they are more than
  /// `atMost` bytes.
  func compress(
    _ input: Span<UInt8>, level: Int, dictionary: CompressingDictionary?, atMost: Int,
    into output: inout OutputSpan<UInt8>
  ) -> Bool {
    // Unsafe: the level and the dictionary hold until they are set again, which is here; a
    // dictionary is not looked at after the call that compresses, during which the caller has it.
    unsafe ZSTD_CCtx_setParameter(raw, ZSTD_c_compressionLevel, Int32(level))
    unsafe ZSTD_CCtx_refCDict(raw, dictionary?.raw)
    // Unsafe: zstd reads the input and writes into the free room only, both used only inside the
    // closures.
    return unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
      guard let base = buffer.baseAddress else { return false }
      let (frame, room) = unsafe (base + initialized, buffer.count - initialized)
      let written = unsafe input.withUnsafeBytes {
        unsafe ZSTD_compress2(raw, frame, room, $0.baseAddress, $0.count)
      }
      // A descriptor other than zero would be a header of another length.
      guard ZSTD_isError(written) == 0, written > Self.frameHeader, unsafe frame[4] == 0,
        written - Self.frameHeader <= atMost
      else { return false }
      unsafe frame.update(from: frame + Self.frameHeader, count: written - Self.frameHeader)
      initialized += written - Self.frameHeader
      return true
    }
  }
}
