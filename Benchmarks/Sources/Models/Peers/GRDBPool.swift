#if GRDB
  internal import GRDB

  /// A row of SQLite: Lode has a `Row` too.
  typealias SQLRow = Row

  /// Opens the same database as the C peer does, through GRDB.
  func openPool<Object: GRDBSample>(_ directory: String, _: Object.Type) throws -> DatabasePool {
    try makeObjectTable(directory, Object.modelType)
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA mmap_size=2147418112; PRAGMA cache_size=-65536")
    }
    let pool = try DatabasePool(path: objectDatabase(directory), configuration: configuration)
    // GRDB sets NORMAL, which does not survive a power loss.
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous=FULL") }
    return pool
  }

  /// Brings everything into the main file and closes it.
  func close(_ pool: DatabasePool) throws {
    _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    try pool.close()
  }
#endif
