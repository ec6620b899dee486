internal import LodeCoding
internal import LodeLMDB

/// Read access to a collection for helper threads, made from the access of an open read.
struct SharedAccess: Sendable {
  private let read: SharedRead
  private let name: String
  private let info: CollectionRuntime
  private let schemas: SchemaCatalog
  private let snapshot: CatalogSnapshot?

  /// Shares the access of a read.
  ///
  /// The result is `nil` in a write, if the collection does not exist, and if only LMDB can read
  /// the file.
  init?(_ access: CollectionAccess) {
    guard let info = access.info, let read = SharedRead(access.handle) else { return nil }
    self.read = read
    name = access.name
    self.info = info
    schemas = access.schemas
    snapshot = access.snapshot
  }

  /// Calls `body` with an access that is valid until `body` returns.
  ///
  /// - Throws: Any error that `body` throws.
  func withAccess<R>(_ body: (CollectionAccess) throws -> R) rethrows -> R {
    try read.read { handle in
      try body(CollectionAccess(info, named: name, handle, schemas, in: snapshot))
    }
  }
}

extension CollectionAccess {
  /// Returns the number of rows that a helper thread decompresses in one task; `nil` if helper
  /// threads do not help.
  ///
  /// Helper threads help a read to decompress the rows of a large collection. Large rows make the
  /// number smaller, because a task holds its rows in memory.
  func rowsOfTask() throws(StoreError) -> Int? {
    guard usesHelperThreads, HelperThreads.count > 0, context == nil, let info,
      info.waiting == nil, info.settings.dictionary != 0
    else { return nil }
    let (handle, table) = (handle, info.table.place)
    let size = try storeErrors(collection: name) { () throws(LMDBError) in
      try handle.statistics(table)
    }
    if size.entries < Self.leastRows { return nil }
    return min(max(Self.bytesOfTask * size.entries / max(size.bytes, 1), 1), Self.mostRowsOfTask)
  }

  /// The number of rows below which a collection is read without helper threads.
  private static var leastRows: Int { 1_000 }
  /// The stored bytes of a task with rows of average size.
  private static var bytesOfTask: Int { 256 << 10 }
  private static var mostRowsOfTask: Int { 256 }
}
