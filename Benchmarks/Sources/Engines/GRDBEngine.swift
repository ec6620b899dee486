#if GRDB
  internal import BenchHarness
  internal import Foundation
  internal import GRDB

  /// What both ways of using GRDB share: the pool, and the tasks outside the clock.
  protocol GRDBEngine: Engine {
    var pool: DatabasePool { get }
  }

  extension GRDBEngine {
    func matches(_ rows: Rows) throws -> Int {
      try pool.read { db in
        let statement = try db.cachedStatement(sql: "SELECT value FROM rows WHERE key = ?")
        var count = 0
        for index in 0..<rows.count {
          let value = try Data.fetchOne(statement, arguments: [data(rows.key(index))])
          if value == data(rows.value(index)) { count += 1 }
        }
        return count
      }
    }

    func compact(into directory: String) throws { try pool.vacuum(into: databasePath(directory)) }

    func close() throws {
      _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
      try pool.close()
    }
  }

  /// Opens the same database as the C peer does, through GRDB.
  func openPool(_ directory: String, _ valueSize: Int) throws -> DatabasePool {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA mmap_size=2147418112; PRAGMA cache_size=-65536")
    }
    let pool = try DatabasePool(path: databasePath(directory), configuration: configuration)
    let layout = isSmall(valueSize) ? "WITHOUT ROWID" : ""
    try pool.writeWithoutTransaction { db in
      // GRDB sets NORMAL, which does not survive a power loss.
      try db.execute(sql: "PRAGMA synchronous=FULL")
      try db.execute(
        sql: "CREATE TABLE IF NOT EXISTS rows(key BLOB PRIMARY KEY, value BLOB NOT NULL) \(layout)")
    }
    return pool
  }

  /// A copy of the bytes, which GRDB's interfaces take.
  func data(_ bytes: Span<UInt8>) -> Data {
    // The pointer does not outlive the call.
    unsafe bytes.withUnsafeBytes { unsafe Data($0) }
  }

  extension Digest {
    /// Takes one value in.
    mutating func add(_ value: Data) {
      // The pointer does not outlive the call.
      unsafe value.withUnsafeBytes { unsafe add($0) }
    }
  }
#endif
