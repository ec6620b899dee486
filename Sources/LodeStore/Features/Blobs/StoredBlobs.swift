internal import Foundation
internal import LodeCoding
internal import LodeLMDB

/// Loads the bytes of blobs for the archives of one collection.
struct StoredBlobs: BlobSource {
  // Only the thread of the transaction uses this handle, while the transaction reads an archive.
  private let read: PinnedRead
  private let table: CollectionRuntime
  private let collection: CollectionRuntime
  private let schemas: SchemaCatalog

  init(
    _ handle: TransactionHandle, _ table: CollectionRuntime, of collection: CollectionRuntime,
    _ schemas: SchemaCatalog
  ) {
    read = PinnedRead(handle)
    self.table = table
    self.collection = collection
    self.schemas = schemas
  }

  /// Returns the bytes of a blob.
  ///
  /// - Throws: ``StoreError`` with `damaged` if the blob is missing or damaged. The error for a
  ///   missing blob names a row that refers to the blob.
  func bytes(ofBlob number: UInt64) throws -> Data {
    let blobs = BlobTable(handle: read.transaction, info: table)
    if let bytes = try blobs.bytes(number) { return bytes }
    throw StoreError(
      .damaged, collection: collection.name,
      context: "\(try row(naming: number)) refers to blob \(number), which does not exist")
  }

  /// Returns the key of the first row that refers to a blob, as text; "a row" if no row refers to
  /// the blob.
  ///
  /// The search is necessary because archives do not contain their keys.
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

extension CollectionRuntime {
  /// Returns the source of an archive's blobs, or `nil` if the archive refers to no blobs.
  func blobs(
    of archive: Span<UInt8>, _ schemas: SchemaCatalog, in handle: TransactionHandle
  ) -> (any BlobSource)? {
    guard schemas.mayNameBlobs(archive), let table = schemas.blobs else { return nil }
    return StoredBlobs(handle, table, of: self, schemas)
  }
}

extension CollectionAccess {
  /// Returns the source of an archive's blobs, or `nil` if the archive refers to no blobs.
  func blobs(of archive: Span<UInt8>) -> (any BlobSource)? {
    info?.blobs(of: archive, schemas, in: handle)
  }

  /// Returns a value of an archive with the source of the archive's blobs.
  func readingBlobs(
    in value: ArchiveValue, of archive: Span<UInt8>
  ) throws -> ArchiveValue {
    guard let blobs = blobs(of: archive) else { return value }
    return try value.readingBlobs(from: blobs)
  }
}
