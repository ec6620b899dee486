/// The state of an ``Admission``, protected by one lock.
///
/// Invariants:
/// 1. `handle` is replaced only while `isExclusive` is true. LMDB's environment is closed only
///    while `isExclusive` is true, or after it has moved to `closing`. In each case, `active` is
///    zero.
/// 2. `active` counts the transactions that are open or beginning. No transaction begins while
///    `isExclusive` is true.
/// 3. `idle` holds reset reads, which keep a reader slot and no snapshot.
/// 4. At most one transaction at a time opens tables: the transaction that holds the table lock.
/// 5. The tables that a transaction opened are in `tables` before the transaction leaves `active`.
///    Tables leave `tables` only while `isExclusive` is true.
struct EnvironmentState: Sendable {
  /// LMDB's environment; `nil` after closing.
  var handle: EnvironmentHandle?
  /// LMDB's environment from the call of `close` until the end of the last transaction; otherwise
  /// `nil`.
  var closing: EnvironmentHandle?
  /// Reset reads that the next readers renew.
  var idle: [IdleRead] = []
  /// The number of transactions that are open or beginning.
  var active = 0
  /// Whether a caller has exclusive access, or blocks new transactions to get exclusive access.
  var isExclusive = false
  /// The number of the write transaction's thread; zero without a write transaction.
  var writerThread: UInt = 0
  /// Whether commits skip the sync of the meta page.
  var isRelaxed = false
  /// The open tables, by name.
  var tables: [String: OpenedTable] = [:]
  /// The capacity for open tables that the last `growTables()` set; zero before the first call.
  var tableCapacity = 0
}

extension EnvironmentState {
  /// Frees the reader slots of idle reads.
  mutating func endIdleReads() {
    for read in idle { read.transaction.abort() }
    idle = []
  }
}
