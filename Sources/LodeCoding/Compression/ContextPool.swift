import Synchronization

/// A context of zstd, its state and working memory, that a pool keeps for later calls.
///
/// Creating a context costs many times more than one use.
protocol PooledContext: Sendable {
  /// Creates a context, or returns `nil` if zstd cannot allocate.
  init?()
  /// Whether the context is too large to stay in the pool.
  var isOversized: Bool { get }
  /// Frees the context's memory; the caller must not use the context afterwards.
  func free()
}

/// A pool that gives each context to one caller at a time and keeps a few idle contexts.
///
/// The pool gives the most recently returned context first, because the processor's caches most
/// likely contain the context's memory.
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

  /// Returns a context for the caller's exclusive use; `nil` if zstd cannot allocate.
  func take() -> Context? { idle.withLock { $0.popLast() } ?? Context() }

  /// Returns a context to the pool; the caller must not use the context afterwards.
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
