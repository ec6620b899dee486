internal import Foundation
internal import LodeCoding
internal import LodeLMDB

/// Gives the archives of one collection the bytes of the blobs that they name.
struct StoredBlobs: BlobSource {
  // Used only while the transaction reads an archive, by its thread.
  private let read: PinnedRead
  private let table: CollectionInfo
  private let collection: CollectionInfo
  private let schemas: SchemaCatalog

  init(
    _ handle: TransactionHandle, _ table: CollectionInfo, of collection: CollectionInfo,
    _ schemas: SchemaCatalog
  ) {
    read = PinnedRead(handle)
    self.table = table
    self.collection = collection
    self.schemas = schemas
  }

  /// The bytes of a blob.
  ///
  /// - Throws: ``StoreError`` with `damaged` when it is not there, which names a row that has it.
  func bytes(ofBlob number: UInt64) throws -> Data {
    let blobs = BlobTable(handle: read.transaction, info: table)
    if let bytes = try blobs.bytes(number) { return bytes }
    throw StoreError(
      .damaged, collection: collection.name,
      context: "\(try row(naming: number)) names blob \(number), which is not there")
  }

  /// The first row that names a blob; looked for only when the blob is missing, because archives do
  /// not know their keys.
  private func row(naming number: UInt64) throws(StoreError) -> String {
    var found = "a row"
    try collection.forEachRow(namingBlobsIn: read.transaction, schemas) { key, numbers in
      guard numbers.contains(number) else { return true }
      found = describe(key, collection.keyFormat ?? .raw)
      return false
    }
    return found
  }
}

extension CollectionAccess {
  /// What has the bytes of the blobs that an archive names; `nil` when it names none.
  func blobs(of archive: Span<UInt8>) -> (any BlobSource)? {
    guard schemas.mayNameBlobs(archive), let table = schemas.blobs, let info else { return nil }
    return StoredBlobs(handle, table, of: info, schemas)
  }

  /// A value that was read out of an archive in place, with the bytes of its blobs.
  func readingBlobs(
    in value: ArchiveValue, of archive: Span<UInt8>
  ) throws -> ArchiveValue {
    guard let blobs = blobs(of: archive) else { return value }
    return try value.readingBlobs(from: blobs)
  }
}
