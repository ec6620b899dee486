internal import LodeCoding
internal import LodeLMDB

extension CollectionRuntime {
  /// Throws `damaged` if the table has damaged pages, or if rows are missing or outdated.
  @inline(__always)
  func checkReadable() throws(StoreError) {
    if table.isRefused { throw refusal("a check has found a damaged page") }
    if rowDamage == .unknownRows { throw refusal("a check has found missing or outdated rows") }
  }

  @inline(never)
  private func refusal(_ reason: String) -> StoreError {
    StoreError(.damaged, collection: name, context: reason)
  }

  /// Throws `damaged` if a missing key can be the key of a damaged or lost row.
  @inline(__always)
  func checkAbsence(of key: Span<UInt8>) throws(StoreError) {
    if rowDamage != .none { throw uncertainAbsence(of: key) }
  }

  @inline(never)
  private func uncertainAbsence(of key: Span<UInt8>) -> StoreError {
    StoreError(
      .damaged, collection: name,
      context: "\(describe(key, keyFormat ?? .raw)): the row is missing, and can be one of the "
        + "damaged rows that a check has found")
  }
}
