import Foundation

/// Held from opening a table inside a transaction until that transaction ends.
///
/// LMDB gives new table handles out of an array that all transactions share without a lock; two
/// transactions that open tables at the same time would claim the same place.
package final class TableLock: Sendable {
  private let lock = NSLock()

  package func acquire() { lock.lock() }
  package func release() { lock.unlock() }
}
