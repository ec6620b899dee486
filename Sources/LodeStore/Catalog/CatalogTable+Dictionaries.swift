internal import LodeCoding
internal import LodeLMDB

// The dictionaries of collections.
extension CatalogTable {
  /// Returns the bytes of a dictionary, by the table number of its collection; `nil` if the
  /// dictionary does not exist.
  func dictionary(_ number: UInt32, of id: UInt32) throws(StoreError) -> [UInt8]? {
    try value(CatalogRecord.dictionaryKey(number, of: id))
  }

  /// Writes the bytes of a dictionary.
  func putDictionary(_ bytes: [UInt8], _ number: UInt32, of id: UInt32) throws(LMDBError) {
    try put(bytes, CatalogRecord.dictionaryKey(number, of: id))
  }

  /// Deletes the dictionaries of a collection, except one dictionary.
  func deleteDictionaries(of id: UInt32, except kept: UInt32) throws(LMDBError) {
    for key in try dictionaryKeys(of: id) where key != CatalogRecord.dictionaryKey(kept, of: id) {
      _ = try transaction.delete(key.span, in: table)
    }
  }

  /// Returns the keys of a collection's dictionaries.
  private func dictionaryKeys(of id: UInt32) throws(LMDBError) -> [[UInt8]] {
    let prefix = CatalogRecord.dictionaryPrefix(id)
    var keys: [[UInt8]] = []
    let cursor = try CursorHandle(transaction, over: table.place)
    defer { cursor.close() }
    var entry = try cursor.seek(atLeast: prefix.span)
    while let row = entry {
      let key = Array(copying: row.key)
      guard key.starts(with: prefix) else { break }
      keys.append(key)
      entry = try cursor.move(.next)
    }
    return keys
  }
}
