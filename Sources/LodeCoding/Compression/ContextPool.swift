import Synchronization

/// What a pool keeps: making one costs many times more than using it.
protocol PooledContext: Sendable {
  /// Makes one; `nil` when there is no memory for it.
  init?()
  /// Whether it grew so large that it should not lie idle.
  var isOversized: Bool { get }
  /// Gives its memory back; it must not be used again.
  func free()
}

/// Lends contexts, each to one caller at a time, and keeps a few that are idle.
///
/// The last one given back is lent first, since its memory is most likely in the processor's
/// caches.
final class ContextPool<Context: PooledContext>: Sendable {
  private let idle = Mutex<[Context]>([])
  private let capacity: Int

  /// Creates a pool that keeps at most `capacity` idle contexts.
  init(capacity: Int) {
    self.capacity = capacity
    idle.withLock { $0.reserveCapacity(capacity) }
  }

  deinit {
    for context in idle.withLock({ $0 }) { context.free() }
  }

  /// A context for the caller alone, until it is given back; `nil` when there is no memory for it.
  func take() -> Context? { idle.withLock { $0.popLast() } ?? Context() }

  /// Takes a context back; the caller must not use it any more.
  func give(_ context: Context) {
    let isKept =
      !context.isOversized
      && idle.withLock { idle in
        guard idle.count < capacity else { return false }
        idle.append(context)
        return true
      }
    if !isKept { context.free() }
  }
}

// Sixteen: more threads than most machines run at once, and at most some tens of MB that lie idle.
extension ContextPool<BufferedContext<CompressionContext>> {
  static let compressing = ContextPool(capacity: 16)
}

extension ContextPool<BufferedContext<DecompressionContext>> {
  static let decompressing = ContextPool(capacity: 16)
}
