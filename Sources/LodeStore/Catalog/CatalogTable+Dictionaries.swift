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
    try deleteRows(
      withPrefix: CatalogRecord.dictionaryPrefix(id),
      except: CatalogRecord.dictionaryKey(kept, of: id))
  }
}
