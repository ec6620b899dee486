internal import LodeLMDB

/// A blob as the store keeps it: what rows name that have the same bytes.
public struct StoredBlob: Sendable, Hashable {
  /// The number by which rows name it; it is never given to another one.
  public let number: UInt64
  /// How many bytes it has.
  public let size: Int
  /// The rows that have it; a row that has it twice is one.
  public let references: Int
}

/// The blobs of a store as a whole.
public struct BlobStatistics: Sendable, Hashable {
  /// The number of blobs.
  public let count: Int
  /// The bytes that they have together.
  public let size: Int
  /// The references of rows to them.
  public let references: Int
  /// The room that their pages take in the file, in bytes.
  public let bytes: Int
}

extension ReadTransaction {
  /// The blobs that the store keeps, in the order in which they came.
  ///
  /// - Complexity: O(blobs); their bytes are not read.
  /// - Throws: ``StoreError`` with `damaged`.
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

  /// The blobs of this snapshot, if the store has a table of them.
  var blobTable: BlobTable? {
    guard let info = catalog.catalog.schemas.blobs else { return nil }
    return BlobTable(handle: handle, info: info)
  }
}

extension Store {
  /// The blobs that the store keeps, in the order in which they came.
  ///
  /// ```swift
  /// for blob in try store.blobs() { print(blob.size, blob.references) }
  /// ```
  ///
  /// - Complexity: O(blobs); their bytes are not read.
  /// - Throws: ``StoreError`` with `damaged`.
  public func blobs() throws -> [StoredBlob] { try read { try $0.blobs() } }
}

extension BlobStatistics {
  /// What there is of blobs in a snapshot.
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
