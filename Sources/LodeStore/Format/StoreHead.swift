/// The state of the whole store, which every changing commit writes.
struct StoreHead: Sendable, Hashable {
  /// The store's revision, which increases with each write that changes or touches rows, or changes
  /// collections or indexes.
  var revision: UInt64 = 0
  /// The generation of the catalog.
  var generation: UInt64 = 0
  /// LMDB's number of the commit; opening checks all pages if the file has another number.
  var transaction: UInt64 = 0
  /// A random number by which a writer recognizes its own commit.
  var nonce: UInt64 = 0
}
