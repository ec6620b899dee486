internal import LodeLMDB

/// A write that waits for its turn, or runs.
///
/// Sendable by this proof: everything but `isCancelled`, which the queue's lock guards, is set before
/// the request is handed over and used by one thread at a time: the one that runs its batch.
final class WriteRequest: @unchecked Sendable {
  /// Runs the caller's block; let go before the caller is told, because a synchronous caller's block must
  /// not be held by anybody when the call returns.
  private var body: ((inout WriteTransaction) throws -> Void)?
  let durability: WriteDurability
  /// Tells the caller.
  private let tell: (Result<Void, any Error>) -> Void

  // What became of it in the batch that is being run.
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

  /// Tells the caller what became of it, once.
  func finish() {
    body = nil
    tell(outcome ?? .failure(StoreError(.closed)))
  }
}
