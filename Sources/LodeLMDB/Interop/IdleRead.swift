/// A read transaction that was reset, on its way from one reader to the next.
///
/// Sendable by this proof: readers are not thread-bound (`MDB_NOTLS`), and the caller that takes
/// the value out of the pool is its only user.
struct IdleRead: @unchecked Sendable {
  let transaction: TransactionHandle
}
