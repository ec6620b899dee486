internal import LodeCoding
internal import LodeLMDB

// The catalog's record of the blob table, and the numbers of the two schemas of blobs.
extension CatalogTable {
  /// Loads the description of the blob table, or returns `nil` if the store has no blob table.
  ///
  /// - Parameter open: Returns the table with a number.
  func loadBlobs(
    _ dictionaries: DictionaryCache, open: (UInt32) throws(LMDBError) -> Table
  ) throws(StoreError) -> CollectionRuntime? {
    guard let value = try value(CatalogRecord.blobTableKey) else { return nil }
    guard let id = CatalogRecord.decodeNumber(value.span) else { throw damaged() }
    return .blobTable(id, try opened(id, open), dictionaries)
  }

  /// Records a new blob table, and raises the store's format number if necessary.
  func writeBlobs(_ new: SchemaCatalog, over old: SchemaCatalog) throws(LMDBError) {
    guard let blobs = new.blobs, old.blobs == nil else { return }
    try put(CatalogRecord.encode(number: blobs.id), CatalogRecord.blobTableKey)
    try raiseFormat(to: CatalogRecord.indexFormat)
  }
}

extension CollectionRuntime {
  /// Returns a description of the blob table as a collection, because the blob table has the row
  /// layout of collections.
  ///
  /// The name of the description appears only in errors.
  static func blobTable(
    _ id: UInt32, _ table: Table, _ dictionaries: DictionaryCache
  ) -> CollectionRuntime {
    CollectionRuntime(
      name: "(blobs)", id: id, table: table, isDeclared: true, keyFormat: .raw,
      dictionaries: dictionaries)
  }
}

extension SchemaCatalog {
  /// Returns the numbers of the schemas of inline blobs and of stored blobs; 0 for a missing
  /// schema.
  ///
  /// The archive contains the bytes of an inline blob. The blob table contains the bytes of a
  /// stored blob.
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

  /// Returns whether an archive may contain blobs or references to blobs, without decoding.
  ///
  /// - Complexity: O(1) in a store that never had a blob; otherwise O(s) for s schemas of the
  ///   archive.
  @inline(__always)
  func mayHaveBlobs(_ archive: Span<UInt8>) -> Bool {
    inlineBlob | storedBlob != 0
      && Unarchiver.refers(stored: archive, to: inlineBlob, or: storedBlob)
  }

  /// Returns whether an archive may refer to stored blobs.
  @inline(__always)
  func mayNameBlobs(_ archive: Span<UInt8>) -> Bool {
    storedBlob != 0 && Unarchiver.refers(stored: archive, to: storedBlob, or: storedBlob)
  }
}
