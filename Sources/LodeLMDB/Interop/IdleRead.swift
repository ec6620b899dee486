/// A reset read transaction: without a snapshot, but with its reader slot, for the next read.
///
/// Sendable by this proof: LMDB's readers are not bound to threads (`MDB_NOTLS`), and the caller
/// that takes the value out of the pool is its only user.
struct IdleRead: @unchecked Sendable {
  let transaction: TransactionHandle
}
