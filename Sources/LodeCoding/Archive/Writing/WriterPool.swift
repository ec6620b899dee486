import Synchronization

/// A reusable writer.
///
/// Sendable: a writer from the pool has one user until the user returns the writer.
final class WriterBox: @unchecked Sendable {
  // Unchecked: only the function that took the box accesses the writer, and passes the writer on as
  // one `inout` argument.
  @safe @exclusivity(unchecked) var writer = ArchiveWriter()
}

/// A pool of idle writers, so that archiving a value reuses buffers and lists.
final class WriterPool: Sendable {
  static let shared = WriterPool()

  private let idle = Mutex<[WriterBox]>([])
  private static let capacity = 16

  func take() -> WriterBox? { idle.withLock { $0.popLast() } }

  /// Resets a writer, and returns the writer to the pool, unless the pool is full or the buffer
  /// exceeds 1 MiB.
  func give(_ box: WriterBox) {
    box.writer.end()
    guard box.writer.output.capacity <= 1 << 20 else { return }
    idle.withLock { if $0.count < Self.capacity { $0.append(box) } }
  }
}
