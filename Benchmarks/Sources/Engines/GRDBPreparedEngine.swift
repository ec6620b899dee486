#if GRDB
  public import BenchHarness
  internal import Foundation
  internal import GRDB

  /// GRDB as one uses it for speed: prepared statements and cursors over raw rows.
  final class GRDBPreparedEngine: GRDBEngine {
    let pool: DatabasePool

    init(_ pool: DatabasePool) { self.pool = pool }

    func load(_ rows: Rows, batch: Int, ascending: Bool) throws -> Duration {
      var commits = Duration.zero
      for start in stride(from: 0, to: rows.count, by: min(batch, max(rows.count, 1))) {
        let end = rows.count - start < batch ? rows.count : start + batch
        let written = try pool.write { db in
          let insert = try db.cachedStatement(sql: Self.insert)
          for index in start..<end {
            try insert.execute(arguments: [data(rows.key(index)), data(rows.value(index))])
          }
          return ContinuousClock.now
        }
        commits += ContinuousClock.now - written
      }
      return commits
    }

    func get(_ keys: Rows, lane: Int) throws -> Digest {
      try pool.read { db in
        var digest = Digest()
        let select = try db.cachedStatement(sql: Self.select)
        for index in 0..<keys.count {
          if let value = try Data.fetchOne(select, arguments: [data(keys.key(index))]) {
            digest.add(value)
          }
        }
        return digest
      }
    }

    func getEach(_ keys: Rows) throws -> Digest {
      var digest = Digest()
      for index in 0..<keys.count {
        let key = data(keys.key(index))
        let value = try pool.read { db in
          try Data.fetchOne(db.cachedStatement(sql: Self.select), arguments: [key])
        }
        if let value { digest.add(value) }
      }
      return digest
    }

    func scan(reverse: Bool) throws -> Digest {
      try pool.read { db in
        var digest = Digest()
        let order = reverse ? "DESC" : "ASC"
        let select = try db.cachedStatement(
          sql: "SELECT key, value FROM rows ORDER BY key \(order)")
        try read(Row.fetchCursor(select), into: &digest)
        return digest
      }
    }

    func ranges(from starts: Rows, length: Int) throws -> Digest {
      try pool.read { db in
        var digest = Digest()
        let select = try db.cachedStatement(
          sql: "SELECT key, value FROM rows WHERE key >= ? ORDER BY key LIMIT ?")
        for index in 0..<starts.count {
          let arguments: StatementArguments = [data(starts.key(index)), length]
          try read(Row.fetchCursor(select, arguments: arguments), into: &digest)
        }
        return digest
      }
    }

    func delete(_ keys: Rows) throws -> Int {
      try pool.write { db in
        let delete = try db.cachedStatement(sql: "DELETE FROM rows WHERE key = ?")
        var count = 0
        for index in 0..<keys.count {
          try delete.execute(arguments: [data(keys.key(index))])
          count += db.changesCount
        }
        return count
      }
    }

    func write(_ rows: Rows, writers: Int) async throws {
      try await onTasks(rows, writers) { [pool] share in
        for index in 0..<share.count {
          let key = data(share.key(index)), value = data(share.value(index))
          try await pool.write { db in
            try db.cachedStatement(sql: Self.insert).execute(arguments: [key, value])
          }
        }
      }
    }

    private func read(_ rows: RowCursor, into digest: inout Digest) throws {
      while let row = try rows.next() {
        try row.withUnsafeData(atIndex: 1) { value in
          if let value { digest.add(value) }
        }
      }
    }

    private static let insert = "INSERT INTO rows(key, value) VALUES(?, ?)"
    private static let select = "SELECT value FROM rows WHERE key = ?"
  }

  extension Peer {
    /// GRDB with prepared statements.
    public static let grdbPrepared = Peer(
      name: "grdb-prepared",
      about: "GRDB 7.10.0, DatabasePool, cached statements and raw rows; SQLite set as in sqlite-c",
      pace: 2
    ) { directory, valueSize in
      GRDBPreparedEngine(try openPool(directory, valueSize))
    }
  }
#endif
