/// A reusable buffer for temporary bytes.
struct ScratchBuffer: Sendable {
  private var memory: [UInt8] = []
  private var count = 0

  /// The current capacity in bytes.
  var capacity: Int { memory.count }

  /// The bytes that the last `fill` wrote.
  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { memory.span.extracting(0..<count) }
  }

  /// Replaces the contents with up to `capacity` bytes that `body` writes.
  mutating func fill<R>(capacity: Int, _ body: (inout OutputSpan<UInt8>) -> R) -> R {
    if memory.count < capacity {
      let size = max(capacity, min(2 * memory.count, 1 << 20), 1024)
      memory = []
      // Unsafe: the bytes have no particular values. Callers read only bytes that `body` writes.
      memory = unsafe [UInt8](unsafeUninitializedCapacity: size) { $1 = size }
    }
    // Unsafe: only the span writes the memory, and only while `body` runs.
    return unsafe memory.withUnsafeMutableBufferPointer { buffer in
      var output = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
      let result = body(&output)
      count = unsafe output.finalize(for: buffer)
      return result
    }
  }
}
