/// The snapshot of an open read, for helper threads that read while the read stays open.
///
/// Sendable by this proof:
///
/// - Each call of ``read(_:)`` reads with its own copy of the pages' state, and nothing changes the
///   state in `pages`.
/// - The copies share the map of the file and the bits of checked pages, which are safe for several
///   threads.
/// - A handle with pages reads without LMDB's transaction. Only the number of the transaction comes
///   from LMDB, and the number does not change during a read.
/// - The thread of the open read ends the read after all calls of ``read(_:)``.
package struct SharedRead: @unchecked Sendable {
  private let transaction: TransactionHandle
  private let pages: PageSnapshot

  /// Creates the shared snapshot of an open read.
  ///
  /// The result is `nil` for a write, and if only LMDB can read the file.
  package init?(_ transaction: TransactionHandle) {
    guard let pages = unsafe transaction.pages else { return nil }
    self.transaction = transaction
    self.pages = unsafe pages.pointee.withoutCheck
  }

  /// Calls `body` with a handle of the snapshot, which is valid until `body` returns.
  ///
  /// - Throws: Any error that `body` throws.
  package func read<R>(_ body: (TransactionHandle) throws -> R) rethrows -> R {
    let copy = UnsafeMutablePointer<PageSnapshot>.allocate(capacity: 1)
    unsafe copy.initialize(to: pages)
    let handle = unsafe TransactionHandle(
      raw: transaction.raw, slots: transaction.slots, pages: copy, base: nil)
    defer { handle.freePages() }
    return try body(handle)
  }
}
