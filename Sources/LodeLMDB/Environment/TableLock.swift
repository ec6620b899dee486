import Foundation
import Synchronization

/// Held from opening a table inside a transaction until that transaction ends.
///
/// LMDB gives new table handles out of an array that all transactions share without a lock; two
/// transactions that open tables at the same time would claim the same place.
package final class TableLock: Sendable {
  private let lock = NSLock()
  private let owner = Atomic<UInt>(0)

  /// Whether this thread holds the lock, and so must not wait for it.
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
