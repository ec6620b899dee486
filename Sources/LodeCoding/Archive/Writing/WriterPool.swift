import Synchronization

/// A writer that is kept for the next archive.
///
/// Sendable: a writer from the pool has one user until it is returned.
final class WriterBox: @unchecked Sendable {
  // Unchecked: only the function that took the box touches it, and hands it on as one `inout`.
  @safe @exclusivity(unchecked) var writer = ArchiveWriter()
}

/// Writers that are idle, so that archiving a value allocates nothing.
final class WriterPool: Sendable {
  static let shared = WriterPool()

  private let idle = Mutex<[WriterBox]>([])
  private static let capacity = 16

  func take() -> WriterBox? { idle.withLock { $0.popLast() } }

  /// Takes a writer back, unless it grew so large that it should not lie idle.
  func give(_ box: WriterBox) {
    guard box.writer.output.capacity <= 1 << 20 else { return }
    idle.withLock { if $0.count < Self.capacity { $0.append(box) } }
  }
}
