internal import LodeLMDB

/// A `Blob` of at least 512 bytes, whose bytes a store keeps outside of the rows.
///
/// Rows whose blobs have equal bytes share one stored blob.
public struct StoredBlob: Sendable, Hashable {
  /// The number by which rows refer to the blob; the store never reuses the number.
  public let number: UInt64
  /// The size of the blob before compression, in bytes.
  public let size: Int
  /// The number of rows that refer to the blob.
  public let references: Int
}

/// The counts and sizes of all blobs of a store, in ``StoreStatistics/blobs``.
public struct BlobStatistics: Sendable, Hashable {
  /// The number of blobs; equal blobs count once.
  public let count: Int
  /// The total size of the blobs before compression, in bytes.
  public let size: Int
  /// The number of references from rows to blobs.
  ///
  /// A row counts once for each blob to which the row refers.
  public let references: Int
  /// The size in bytes of the pages that contain the blobs in the file.
  public let bytes: Int
}

extension ReadTransaction {
  /// Returns the blobs of the store without their bytes, ordered by number.
  ///
  /// - Complexity: O(b log n) for b blobs and n rows of the blob table.
  /// - Throws: ``StoreError`` with `damaged` if stored data is damaged.
  public func blobs() throws(StoreError) -> [StoredBlob] {
    guard let table = blobTable else { return [] }
    var blobs: [StoredBlob] = []
    try table.forEachEntry { number, entry in
      blobs.append(
        StoredBlob(
          number: number, size: Int(clamping: entry.size),
          references: Int(clamping: entry.references)))
    }
    return blobs
  }

  /// The blobs of this snapshot, or `nil` if the store has no blob table.
  var blobTable: BlobTable? {
    guard let info = catalog.catalog.schemas.blobs else { return nil }
    return BlobTable(handle: handle, info: info)
  }
}

extension Store {
  /// Returns the blobs of the store without their bytes, ordered by number.
  ///
  /// ```swift
  /// for blob in try store.blobs() { print(blob.size, blob.references) }
  /// ```
  ///
  /// - Complexity: O(b log n) for b blobs and n rows of the blob table.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `damaged` if stored data is damaged.
  ///   - The other codes of `Store.read`.
  public func blobs() throws -> [StoredBlob] { try read { try $0.blobs() } }
}

extension BlobStatistics {
  /// Reads the totals of the blobs of a snapshot.
  init(_ transaction: borrowing ReadTransaction) throws(StoreError) {
    guard let table = transaction.blobTable else {
      self.init(count: 0, size: 0, references: 0, bytes: 0)
      return
    }
    let totals = try table.totals()
    let tree = try storeErrors { () throws(LMDBError) in
      try table.handle.statistics(table.info.table.place)
    }
    self.init(
      count: Int(clamping: totals.count), size: Int(clamping: totals.size),
      references: Int(clamping: totals.references), bytes: tree.bytes)
  }
}
