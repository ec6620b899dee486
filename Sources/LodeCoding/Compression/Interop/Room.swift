/// Memory that is used again and again for bytes that are only lent.
struct ScratchBuffer: Sendable {
  private var memory: [UInt8] = []
  private var count = 0

  /// How many bytes it can hold now.
  var capacity: Int { memory.count }

  /// The bytes of the last filling.
  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { memory.span.extracting(0..<count) }
  }

  /// Lets `body` replace the contents by up to `capacity` bytes.
  mutating func fill<R>(capacity: Int, _ body: (inout OutputSpan<UInt8>) -> R) -> R {
    if memory.count < capacity {
      memory = [UInt8](repeating: 0, count: max(capacity, 2 * memory.count, 1024))
    }
    // Unsafe: the memory is written through the span only, and only during the call.
    return unsafe memory.withUnsafeMutableBufferPointer { buffer in
      var output = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
      let result = body(&output)
      count = unsafe output.finalize(for: buffer)
      return result
    }
  }
}

/// A context together with room for its results.
struct BufferedContext<Context: PooledContext>: PooledContext {
  let context: Context
  let room: ScratchBuffer

  init(_ context: Context, _ room: ScratchBuffer) {
    self.context = context
    self.room = room
  }

  init?() {
    guard let context = Context() else { return nil }
    self.init(context, ScratchBuffer())
  }

  var isOversized: Bool { room.capacity > 1 << 20 || context.isOversized }

  func free() { context.free() }
}
