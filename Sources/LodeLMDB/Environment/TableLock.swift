import Foundation
import Synchronization

/// A lock that is held from opening a table inside a transaction until the transaction ends.
///
/// LMDB takes new table handles from an array that all transactions share without a lock. Two
/// transactions that open tables at the same time would claim the same array index.
package final class TableLock: Sendable {
  private let lock = NSLock()
  private let owner = Atomic<UInt>(0)

  /// Whether this thread holds the lock, and so must not wait for the lock.
  package var isHeldHere: Bool { owner.load(ordering: .relaxed) == currentThread() }

  package func acquire() {
    lock.lock()
    owner.store(currentThread(), ordering: .relaxed)
  }

  package func release() {
    owner.store(0, ordering: .relaxed)
    lock.unlock()
  }
}
