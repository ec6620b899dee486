internal import LodeLMDB

/// A write that waits or runs.
///
/// Sendable by this proof: a thread initializes the request before the queue's lock passes the
/// request on. Afterwards, only the thread that runs the request's batch uses the request. A thread
/// that cancels the request removes the request from the queue under the lock.
final class WriteRequest: @unchecked Sendable {
  /// Runs the caller's block.
  ///
  /// `finish` releases the block before notifying the caller, because no object may hold a
  /// synchronous caller's block after the call returns.
  private var body: ((inout WriteTransaction) throws -> Void)?
  let durability: WriteDurability
  /// Notifies the caller of the outcome.
  private let tell: (Result<Void, any Error>) -> Void

  // The results of the last run; `nil` before the run. `changes` is also `nil` without observers,
  // and after a run without changes.
  var outcome: Result<Void, any Error>?
  var changes: ChangeSet?

  init(
    durability: WriteDurability, body: @escaping (inout WriteTransaction) throws -> Void,
    finish: @escaping (Result<Void, any Error>) -> Void
  ) {
    self.durability = durability
    self.body = body
    tell = finish
  }

  /// Runs the caller's block.
  func run(_ transaction: inout WriteTransaction) throws { try body?(&transaction) }

  /// Notifies the caller of the outcome, once.
  func finish() {
    body = nil
    tell(outcome ?? .failure(StoreError(.closed)))
  }
}
