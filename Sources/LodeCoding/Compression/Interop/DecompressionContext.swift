import CZstd

/// A context of zstd that decompresses.
///
/// Sendable: as `CompressionContext`.
@safe
struct DecompressionContext: PooledContext, @unchecked Sendable {
  private let raw: OpaquePointer

  init?() {
    guard let raw = unsafe ZSTD_createDCtx() else { return nil }
    unsafe self.raw = raw
  }

  func free() { unsafe _ = ZSTD_freeDCtx(raw) }

  /// It never grows: whole frames are decompressed into the caller's room.
  var isOversized: Bool { false }

  /// Appends the `count` bytes of a body, or nothing and returns what zstd says of it; there must
  /// be room.
  func decompress(
    _ body: Span<UInt8>, count: Int, dictionary: DecompressingDictionary?,
    into output: inout OutputSpan<UInt8>
  ) -> String? {
    precondition(count <= output.freeCapacity, "no room for the bytes")
    // Unsafe: zstd reads the frame and writes into the free room only, both used only inside the
    // closures.
    let status = unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
      guard let base = buffer.baseAddress else { return 0 }
      let room = unsafe base + initialized
      let written = unsafe Self.withFrame(body, count) { frame in
        let length = unsafe ZSTD_findFrameCompressedSize(frame.baseAddress, frame.count)
        // An error, or a frame that ends early: what follows would be taken for another frame.
        if length != frame.count { return ZSTD_isError(length) == 0 ? 0 : length }
        return unsafe ZSTD_decompress_usingDDict(
          raw, room, count, frame.baseAddress, frame.count, dictionary?.raw)
      }
      if written == count { initialized += count }
      return written
    }
    if status == count { return nil }
    if ZSTD_isError(status) == 0 { return "Wrong size" }
    return unsafe String(cString: ZSTD_getErrorName(status))
  }

  /// Lends the body behind the header that the format leaves off: on the stack up to 1,000 bytes.
  private static func withFrame(
    _ body: Span<UInt8>, _ count: Int, _ use: (UnsafeRawBufferPointer) -> Int
  ) -> Int {
    let header = 9
    return unsafe withUnsafeTemporaryAllocation(
      byteCount: header + body.count, alignment: 8
    ) { frame in
      // Magic number, and a single segment whose size takes four bytes.
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
