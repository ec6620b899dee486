/// A write that waits or runs.
///
/// Sendable: the creating thread passes the request to the running thread under the lock of the
/// queue. Afterwards, only the running thread uses the request. Cancelling removes the request from
/// the queue under the lock.
final class WriteRequest: @unchecked Sendable {
  /// The caller's closure; `nil` after the write.
  ///
  /// `finish` releases the closure before notifying the caller, because the closure of a
  /// synchronous caller must not outlive the call.
  private(set) var body: ((WriteSession) throws -> Void)?
  let durability: WriteDurability
  /// Notifies the caller of the outcome.
  private let tell: (Result<Void, any Error>) -> Void

  // The results of the last run. `changes` is `nil` without observers, and after a run without
  // changes.
  var outcome: Result<Void, any Error>?
  var changes: ChangeSet?

  init(
    durability: WriteDurability, body: @escaping (WriteSession) throws -> Void,
    finish: @escaping (Result<Void, any Error>) -> Void
  ) {
    self.durability = durability
    self.body = body
    tell = finish
  }

  /// Notifies the caller of the outcome.
  func finish() {
    body = nil
    tell(outcome ?? .failure(StoreError(.closed)))
  }
}
