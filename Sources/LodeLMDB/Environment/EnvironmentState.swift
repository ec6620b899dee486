/// What an ``Environment`` guards with its one lock.
///
/// Invariants:
/// 1. `handle` is replaced only while `isExclusive`, and closed only then or after it has moved to
///    `closing`; in both cases `active` is zero.
/// 2. `active` counts the transactions that are open or being begun; none begins while
///    `isExclusive`.
/// 3. `idle` holds reads that were reset: they keep a reader slot and no snapshot.
/// 4. At most one transaction at a time opens tables: the one that holds the table lock.
/// 5. `tables` gains what a transaction opened before that is counted out, and loses tables only
///    while `isExclusive`.
struct EnvironmentState: Sendable {
  /// LMDB's environment; `nil` once closed.
  var handle: EnvironmentHandle?
  /// LMDB's environment from the call of `close` until the last transaction has ended.
  var closing: EnvironmentHandle?
  /// Reads to be renewed by the next reader.
  var idle: [IdleRead] = []
  /// Transactions that are open.
  var active = 0
  /// Whether one caller has the environment for itself, or is waiting to.
  var isExclusive = false
  /// The thread of the open write transaction; zero when there is none.
  var writerThread: UInt = 0
  /// When a write looks for dead readers next, on the clock that never goes back.
  var nextReaderCheck = 0.0
  /// Whether the commit of the open write transaction may leave its last sync out.
  var isRelaxed = false
  /// The tables opened so far, by name.
  var tables: [String: OpenedTable] = [:]
  /// The number of tables added to the limit of the options so far.
  var tableCapacity = 0
}

extension EnvironmentState {
  /// Gives the reader slots of idle reads back.
  mutating func endIdleReads() {
    for read in idle { read.transaction.abort() }
    idle = []
  }
}
