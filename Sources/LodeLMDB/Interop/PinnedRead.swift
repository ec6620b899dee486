/// A read that stays open beyond a closure.
///
/// Sendable by this proof: LMDB's readers are not bound to threads (`MDB_NOTLS`), and the holder
/// lets one thread at a time use the value.
package struct PinnedRead: @unchecked Sendable {
  /// The open read transaction.
  package let transaction: TransactionHandle

  /// Pins an open read.
  package init(_ transaction: TransactionHandle) { self.transaction = transaction }
}
