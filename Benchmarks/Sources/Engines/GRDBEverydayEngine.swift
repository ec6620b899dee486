#if GRDB
  public import BenchHarness
  internal import Foundation
  internal import GRDB

  /// A row as a GRDB user declares it.
  private struct StoredRow: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "rows"
    var key: Data
    var value: Data
  }

  /// GRDB as its documentation teaches it: Codable records, `insert` and `fetchOne(key:)`.
  final class GRDBEverydayEngine: GRDBEngine {
    let pool: DatabasePool

    init(_ pool: DatabasePool) { self.pool = pool }

    func load(_ rows: Rows, batch: Int, ascending: Bool) throws -> Duration {
      var commits = Duration.zero
      for start in stride(from: 0, to: rows.count, by: min(batch, max(rows.count, 1))) {
        let end = rows.count - start < batch ? rows.count : start + batch
        let written = try pool.write { db in
          for index in start..<end { try row(rows, index).insert(db) }
          return ContinuousClock.now
        }
        commits += ContinuousClock.now - written
      }
      return commits
    }

    func get(_ keys: Rows, lane: Int) throws -> Digest {
      try pool.read { db in
        var digest = Digest()
        for index in 0..<keys.count {
          if let row = try StoredRow.fetchOne(db, key: data(keys.key(index))) {
            digest.add(row.value)
          }
        }
        return digest
      }
    }

    func getEach(_ keys: Rows) throws -> Digest {
      var digest = Digest()
      for index in 0..<keys.count {
        let key = data(keys.key(index))
        if let row = try pool.read({ try StoredRow.fetchOne($0, key: key) }) {
          digest.add(row.value)
        }
      }
      return digest
    }

    func scan(reverse: Bool) throws -> Digest {
      try pool.read { db in
        var digest = Digest()
        let key = Column("key")
        let rows = try StoredRow.order(reverse ? key.desc : key.asc).fetchCursor(db)
        while let row = try rows.next() { digest.add(row.value) }
        return digest
      }
    }

    func ranges(from starts: Rows, length: Int) throws -> Digest {
      try pool.read { db in
        var digest = Digest()
        let key = Column("key")
        for index in 0..<starts.count {
          let rows = try StoredRow.filter(key >= data(starts.key(index))).order(key).limit(length)
            .fetchAll(db)
          for row in rows { digest.add(row.value) }
        }
        return digest
      }
    }

    func delete(_ keys: Rows) throws -> Int {
      try pool.write { db in
        var count = 0
        for index in 0..<keys.count {
          if try StoredRow.deleteOne(db, key: data(keys.key(index))) { count += 1 }
        }
        return count
      }
    }

    func write(_ rows: Rows, writers: Int) async throws {
      try await onTasks(rows, writers) { [pool] share in
        for index in 0..<share.count {
          let row = row(share, index)
          try await pool.write { db in try row.insert(db) }
        }
      }
    }
  }

  private func row(_ rows: Rows, _ index: Int) -> StoredRow {
    StoredRow(key: data(rows.key(index)), value: data(rows.value(index)))
  }

  extension Peer {
    /// GRDB's everyday calls.
    public static let grdbEveryday = Peer(
      name: "grdb-everyday",
      about: "GRDB 7.10.0, DatabasePool, Codable records: insert, fetchOne(key:), requests",
      pace: 5
    ) { directory, valueSize in
      GRDBEverydayEngine(try openPool(directory, valueSize))
    }
  }
#endif
