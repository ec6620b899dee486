/// A context with a buffer for its results.
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
