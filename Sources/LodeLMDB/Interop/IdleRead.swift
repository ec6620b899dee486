/// A reset read transaction, which the next reader renews.
///
/// Sendable by this proof: LMDB's readers are not bound to threads (`MDB_NOTLS`), and the caller
/// that takes the value out of the pool is its only user.
struct IdleRead: @unchecked Sendable {
  let transaction: TransactionHandle
}
