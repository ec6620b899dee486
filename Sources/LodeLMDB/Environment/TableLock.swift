import Foundation
import Synchronization

/// The lock that a transaction holds from opening a table until the end of the transaction.
///
/// LMDB takes new table handles from an array that all transactions share without a lock. Two
/// transactions that open tables at the same time would claim the same array index.
package final class TableLock: Sendable {
  private let lock = NSLock()
  private let owner = Atomic<UInt>(0)

  /// Whether this thread holds the lock; acquiring the lock again would never return.
  package var isHeldHere: Bool { owner.load(ordering: .relaxed) == currentThread() }

  /// Waits for the lock.
  package func acquire() {
    lock.lock()
    owner.store(currentThread(), ordering: .relaxed)
  }

  /// Releases the lock; only the thread that holds the lock may call this function.
  package func release() {
    owner.store(0, ordering: .relaxed)
    lock.unlock()
  }
}
