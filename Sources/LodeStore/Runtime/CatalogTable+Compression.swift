internal import LodeCoding
internal import LodeLMDB

// The compression settings and dictionaries of collections.
extension CatalogTable {
  /// Loads the stored compression settings, by the table numbers of their collections.
  func loadSettings() throws(StoreError) -> [UInt32: CompressionSettings] {
    var settings: [UInt32: CompressionSettings] = [:]
    // The settings follow the number of the next dictionary, whose key is the kind alone.
    let first = CatalogRecord.compressionKey(0)
    try forEachRow(ofKind: CatalogRecord.compressionKind, from: first) {
      (key, value) throws(StoreError) in
      guard let decoded = CatalogRecord.decodeCompression(value) else { throw damaged() }
      settings[try tableNumber(key)] = decoded
    }
    return settings
  }

  /// Writes the settings that differ between two generations.
  func writeSettings(_ new: Catalog, over old: Catalog) throws(LMDBError) {
    let (newSettings, oldSettings) = (new.settings, old.settings)
    for (id, settings) in newSettings where settings != oldSettings[id] {
      try put(CatalogRecord.encode(settings), CatalogRecord.compressionKey(id))
    }
    for id in oldSettings.keys where newSettings[id] == nil {
      _ = try transaction.delete(CatalogRecord.compressionKey(id).span, in: table)
    }
    if new.nextDictionary != old.nextDictionary {
      try put(CatalogRecord.encode(number: new.nextDictionary), CatalogRecord.nextDictionaryKey)
    }
  }

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

extension Catalog {
  /// The settings that differ from the defaults, by the table numbers of their collections.
  fileprivate var settings: [UInt32: CompressionSettings] {
    var settings: [UInt32: CompressionSettings] = [:]
    for info in collections.values where info.settings != CompressionSettings() {
      settings[info.id] = info.settings
    }
    return settings
  }
}
