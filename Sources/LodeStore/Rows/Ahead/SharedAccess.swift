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

  /// Returns the number of rows that a helper thread decompresses in one task; `nil` if helper
  /// threads do not help.
  ///
  /// Helper threads help a read to decompress the rows of a large collection. Large rows make the
  /// number smaller, because a task holds its rows in memory.
  static func rowsOfTask(in access: CollectionAccess) throws(StoreError) -> Int? {
    guard access.usesHelperThreads, HelperThreads.count > 0, access.context == nil,
      let info = access.info,
      info.pending == nil, info.settings.dictionary != 0
    else { return nil }
    let (handle, table) = (access.handle, info.table.place)
    let size = try storeErrors(collection: access.name) { () throws(LMDBError) in
      try handle.statistics(table)
    }
    if size.entries < leastRows { return nil }
    return min(max(bytesOfTask * size.entries / max(size.bytes, 1), 1), mostRowsOfTask)
  }

  /// The number of rows below which a collection is read without helper threads.
  private static let leastRows = 1_000
  /// The stored bytes of a task with rows of average size.
  private static let bytesOfTask = 256 << 10
  private static let mostRowsOfTask = 256
}
