internal import LodeLMDB

/// Reads and writes the catalog inside a transaction.
struct CatalogTable {
  let transaction: TransactionHandle
  let table: Table

  /// LMDB's main table, which contains the head of the store.
  ///
  /// Every commit writes a page of the main table in any case.
  var mainTable: Table { .main(ofEnvironment: table.place.environment) }

  /// Returns the value of a row after a check of the checksum, or `nil` if the row does not exist.
  func value(_ key: [UInt8], in place: Table? = nil) throws(StoreError) -> [UInt8]? {
    let sealed: Span<UInt8>?
    do throws(LMDBError) {
      sealed = try transaction.get(key.span, in: place ?? table)
    } catch {
      throw StoreError(error)
    }
    guard let sealed else { return nil }
    guard let value = CatalogRecord.open(sealed, key: key.span) else { throw damaged() }
    return Array(copying: value)
  }

  func damaged() -> StoreError { StoreError(.damaged, context: "catalog") }

  func put(
    _ value: [UInt8], _ key: [UInt8], in place: Table? = nil
  ) throws(LMDBError) {
    let sealed = CatalogRecord.seal(value, key: key)
    _ = try transaction.put(sealed.span, forKey: key.span, in: place ?? table, mode: .overwrite)
  }

  /// Returns the number in a row, or `nil` if the row does not exist.
  func number(_ key: [UInt8]) throws(StoreError) -> UInt32? {
    guard let value = try value(key) else { return nil }
    guard let number = CatalogRecord.decodeNumber(value.span) else { throw damaged() }
    return number
  }

  /// Returns the format number of the store, or `nil` if the catalog has no number.
  func formatVersion() throws(StoreError) -> UInt32? { try number(CatalogRecord.formatKey) }

  /// Returns the head of the store; zeros before the first changing commit.
  func head() throws(StoreError) -> StoreHead {
    guard let value = try value(CatalogRecord.headKey, in: mainTable) else { return StoreHead() }
    guard let head = CatalogRecord.decodeHead(value.span) else { throw damaged() }
    return head
  }

  /// Throws `damaged` if a catalog with entries has no head.
  ///
  /// The commit that writes the first entry besides the format number also writes the head.
  func checkHead() throws(StoreError) {
    if try value(CatalogRecord.headKey, in: mainTable) != nil { return }
    let entries = try storeErrors { () throws(LMDBError) in try transaction.count(table.place) }
    if entries > 1 { throw damaged() }
  }

  /// Raises the format number of the store; the number never decreases.
  func raiseFormat(to format: UInt32) throws(LMDBError) {
    if let current = try? formatVersion(), current >= format { return }
    try put(CatalogRecord.encode(number: format), CatalogRecord.formatKey)
  }

  /// Writes the first format number into an empty catalog.
  func putFormat() throws(LMDBError) {
    try put(CatalogRecord.encode(number: CatalogRecord.firstFormat), CatalogRecord.formatKey)
  }

  func put(_ head: StoreHead) throws(LMDBError) {
    try put(CatalogRecord.encode(head), CatalogRecord.headKey, in: mainTable)
  }
}
