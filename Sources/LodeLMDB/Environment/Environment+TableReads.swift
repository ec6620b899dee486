// Reads that open tables. The caller acquires `tableLock` before the read begins, and releases the
// lock after the read ends.
extension Environment {
  /// Begins a read that can open tables for the whole process.
  package func beginTableRead() throws(LMDBError) -> TransactionHandle {
    let (environment, _) = try admission.enter(takingIdleRead: false)
    do throws(LMDBError) {
      return try environment.begin(readOnly: true)
    } catch {
      admission.leave()
      throw error
    }
  }

  /// Ends a read, and registers the tables that the read opened.
  package func commitTableRead(
    _ handle: TransactionHandle, opening tables: [OpenedTable]
  ) throws(LMDBError) {
    defer { admission.leave() }
    try handle.commit()
    admission.register(tables)
  }

  /// Ends a read, and discards the tables that the read opened.
  package func abortTableRead(_ handle: TransactionHandle) {
    handle.abort()
    admission.leave()
  }
}
