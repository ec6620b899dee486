/// A read that is held beyond a closure.
///
/// Sendable by this proof: readers are not thread-bound (`MDB_NOTLS`), and its holder lets one
/// thread at a time use it.
package struct PinnedRead: @unchecked Sendable {
  /// The transaction.
  package let transaction: TransactionHandle

  /// Pins a read that was begun.
  package init(_ transaction: TransactionHandle) { self.transaction = transaction }
}
