internal import LodeCoding
internal import LodeLMDB

// Where the catalog says which table has the blobs, and which archives name some.
extension CatalogTable {
  /// The blobs' table, if there is one.
  func loadBlobs(
    _ dictionaries: DictionaryCache, open: (UInt32) throws(LMDBError) -> Table
  ) throws -> CollectionInfo? {
    guard let value = try value(CatalogRecord.blobTableKey) else { return nil }
    guard let id = CatalogRecord.decodeNumber(value.span) else { throw damaged() }
    return .blobTable(id, try open(id), dictionaries)
  }

  /// Writes which table has the blobs, when it is new, and with it the store's format.
  func writeBlobs(_ new: SchemaCatalog, over old: SchemaCatalog) throws(LMDBError) {
    guard let blobs = new.blobs, old.blobs == nil else { return }
    try put(CatalogRecord.encode(number: blobs.id), CatalogRecord.blobTableKey)
    try raiseFormat(to: CatalogRecord.indexFormat)
  }
}

extension CollectionInfo {
  /// The blobs' table, which is none of a collection but has rows as they do; its name is for
  /// errors.
  static func blobTable(
    _ id: UInt32, _ table: Table, _ dictionaries: DictionaryCache
  ) -> CollectionInfo {
    CollectionInfo(
      name: "(blobs)", id: id, table: table, isDeclared: true, keyFormat: .raw,
      dictionaries: dictionaries)
  }
}

extension SchemaCatalog {
  /// The numbers of the schemas of a blob with its bytes, and of one with its number.
  static func blobSchemas(
    _ schemas: [ArchiveSchema], _ numbers: [UInt64: UInt32]
  ) -> (inline: UInt32, stored: UInt32) {
    let found = Blob.archiveSchemas.map { schema -> UInt32 in
      guard let number = numbers[schema.digest], schemas[Int(number) - 1] == schema else {
        return 0
      }
      return number
    }
    return (found[0], found[1])
  }

  /// Whether an archive has blobs, or names some; without reading it.
  ///
  /// - Complexity: O(1) in a store that never had a blob, otherwise O(schemas of the archive).
  @inline(__always)
  func mayHaveBlobs(_ archive: Span<UInt8>) -> Bool {
    inlineBlob | storedBlob != 0
      && Unarchiver.refers(stored: archive, to: inlineBlob, or: storedBlob)
  }

  /// Whether an archive names blobs of the store.
  @inline(__always)
  func mayNameBlobs(_ archive: Span<UInt8>) -> Bool {
    storedBlob != 0 && Unarchiver.refers(stored: archive, to: storedBlob, or: storedBlob)
  }
}
