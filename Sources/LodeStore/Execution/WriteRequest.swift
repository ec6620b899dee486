internal import LodeLMDB

/// A write that waits for its turn, or runs.
///
/// Sendable by this proof: it is filled before it is handed over through the queue's lock, and from
/// then on used by one thread at a time: the one that runs its batch, or the one that took it out
/// of the queue under that lock because its task was cancelled.
final class WriteRequest: @unchecked Sendable {
  /// Runs the caller's block; let go before the caller is told, because a synchronous caller's
  /// block must not be held by anybody when the call returns.
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
