internal import LodeLMDB

/// A write that waits or runs.
///
/// Sendable by this proof: the request is initialized before the queue's lock transfers it, and
/// afterwards only one thread at a time uses the request. That thread runs the request's batch, or
/// has removed the request from the queue under the lock because its task was cancelled.
final class WriteRequest: @unchecked Sendable {
  /// Runs the caller's block.
  ///
  /// The request releases the block before it notifies the caller, because no other object may hold
  /// a synchronous caller's block after the call returns.
  private var body: ((inout WriteTransaction) throws -> Void)?
  let durability: WriteDurability
  /// Notifies the caller of the outcome.
  private let tell: (Result<Void, any Error>) -> Void

  // The outcome in the running batch.
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
