import CZstd

/// The state and the working memory that zstd needs to decompress one *frame* after another.
///
/// A frame is zstd's unit of compressed bytes: a header, and blocks.
///
/// Sendable: zstd lets any thread use a context, one thread at a time. Only `ContextPool` holds
/// idle contexts, behind its mutex, and gives each context to one caller.
@safe
struct DecompressionContext: PooledContext, @unchecked Sendable {
  private let raw: OpaquePointer

  init?() {
    guard let raw = unsafe ZSTD_createDCtx() else { return nil }
    unsafe self.raw = raw
  }

  func free() { unsafe _ = ZSTD_freeDCtx(raw) }

  /// Always false: a context decompresses whole frames into the caller's buffer, and never grows.
  var isOversized: Bool { false }

  /// Decompresses the body of a block to `count` bytes and appends the bytes, or returns zstd's
  /// error and appends nothing.
  ///
  /// The body is a frame without its header. `BlockHeader` has checked that the frame ends at the
  /// end of the body. Otherwise, zstd would decode later bytes as a second frame.
  ///
  /// - Precondition: The free capacity is at least `count` bytes.
  func decompress(
    _ body: Span<UInt8>, count: Int, dictionary: DecompressingDictionary?,
    into output: inout OutputSpan<UInt8>
  ) -> String? {
    precondition(count <= output.freeCapacity, "the output has too little capacity for the bytes")
    // Unsafe: zstd reads the frame and writes only into the free capacity. Only the closures use
    // both buffers.
    let status = unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
      guard let base = buffer.baseAddress else { return 0 }
      let room = unsafe base + initialized
      let written = unsafe Self.withFrame(body, count) { frame in
        unsafe ZSTD_decompress_usingDDict(
          raw, room, count, frame.baseAddress, frame.count, dictionary?.raw)
      }
      if written == count { initialized += count }
      return written
    }
    if status == count { return nil }
    if ZSTD_isError(status) == 0 { return "Wrong size" }
    return unsafe String(cString: ZSTD_getErrorName(status))
  }

  /// Passes the body to `use` with the frame header that the format omits.
  ///
  /// A frame of up to about 1,000 bytes is on the stack.
  private static func withFrame(
    _ body: Span<UInt8>, _ count: Int, _ use: (UnsafeRawBufferPointer) -> Int
  ) -> Int {
    let header = 9
    return unsafe withUnsafeTemporaryAllocation(
      byteCount: header + body.count, alignment: 8
    ) { frame in
      // Writes the magic number and the descriptor of a single segment with a four-byte size.
      unsafe frame.storeBytes(of: UInt64(0xA0_FD2F_B528).littleEndian, as: UInt64.self)
      unsafe frame.storeBytes(
        of: UInt32(count).littleEndian, toByteOffset: 5, as: UInt32.self)
      unsafe body.withUnsafeBytes {
        unsafe UnsafeMutableRawBufferPointer(rebasing: frame[header...]).copyMemory(from: $0)
      }
      return unsafe use(UnsafeRawBufferPointer(frame))
    }
  }
}
