package import Dispatch
import Synchronization

/// Tells the listeners of other processes about commits, through the file `change.signal`.
///
/// A ``CommitListener`` holds a shared lock (`flock`) of the file. A writer tries the exclusive
/// lock at most every 100 milliseconds. While a listener holds its lock, the writer writes into the
/// file after each commit. Without listeners, a commit costs one look at the clock.
///
/// A signal can be lost, for example during the first 100 milliseconds of a listener. Listeners
/// therefore also look for commits by a timer.
package final class CommitSignal: Sendable {
  static let fileName = "change.signal"
  /// The time between two looks for listeners, in nanoseconds.
  private static let interval: UInt64 = 100_000_000

  private let path: String
  private let hasListeners = Atomic<Bool>(false)
  /// The time of the next look for listeners.
  private let nextLook = Atomic<UInt64>(0)

  /// Creates the signal of the environment in a directory.
  package init(in directory: String) { path = directory + "/" + Self.fileName }

  /// Tells the listeners about a commit.
  ///
  /// Only one thread at a time calls the method.
  ///
  /// - Parameters:
  ///   - commit: The number of the commit.
  ///   - own: The listener of this process, which needs no signal.
  package func send(_ commit: UInt64, from own: CommitListener? = nil) {
    let now = DispatchTime.now().uptimeNanoseconds
    let mayHaveChanged = now >= nextLook.load(ordering: .relaxed)
    guard mayHaveChanged || hasListeners.load(ordering: .relaxed) else { return }
    // A missing file means that no process has listened yet.
    guard let file = try? Descriptor(path: path, .readWrite) else {
      hasListeners.store(false, ordering: .relaxed)
      nextLook.store(now + Self.interval, ordering: .relaxed)
      return
    }
    if mayHaveChanged {
      let isAlone: Bool
      if let own {
        isAlone = own.isAlone()
      } else {
        isAlone = file.lock(exclusive: true, wait: false)
        if isAlone { file.unlock() }
      }
      hasListeners.store(!isAlone, ordering: .relaxed)
      nextLook.store(now + Self.interval, ordering: .relaxed)
      if isAlone { return }
    }
    // A failed write is a lost signal.
    _ = file.writeHead((0..<8).map { UInt8(truncatingIfNeeded: commit >> (8 * $0)) })
  }
}

/// Receives the signals of the writers of other processes, until the listener is released.
package final class CommitListener: Sendable {
  private let file: Descriptor
  private let watch: FileWatch

  /// Listens to the environment in a directory; `nil` if the system refuses the file or the watch,
  /// or while a writer looks for listeners.
  ///
  /// - Parameters:
  ///   - directory: The directory.
  ///   - queue: The queue that runs `body`.
  ///   - body: Called after commits; several commits can cause one call.
  package init?(
    in directory: String, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void
  ) {
    let path = directory + "/" + CommitSignal.fileName
    // Whatever the reason, the caller's timer finds the commits.
    guard let file = try? Descriptor(path: path, .create), file.lock(exclusive: false, wait: false),
      let watch = FileWatch(path, on: queue, body)
    else { return nil }
    self.file = file
    self.watch = watch
  }

  /// Returns whether no other process listens.
  ///
  /// During the call, the listener can be without its lock for a moment. A writer of another
  /// process that looks for listeners at this moment sends no signal until the writer looks again.
  fileprivate func isAlone() -> Bool {
    let isAlone = file.lock(exclusive: true, wait: false)
    // Also after a failure, because the system can remove the shared lock before the failure.
    renewLock()
    return isAlone
  }

  /// Takes the shared lock again, unless another process has the exclusive lock at this moment.
  ///
  /// The call does not wait: the other process can be stopped, and a writer must not wait for it.
  package func renewLock() { _ = file.lock(exclusive: false, wait: false) }

  deinit { file.unlock() }
}
