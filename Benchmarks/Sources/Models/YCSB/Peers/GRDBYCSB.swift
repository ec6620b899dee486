#if GRDB
  internal import BenchHarness
  internal import GRDB

  /// Persons in GRDB: one pool for all tasks, which await its reads and writes; cached statements,
  /// and rows that are mapped by hand.
  func grdbYCSB(_ directory: String) throws -> YCSBStore {
    let pool = try openPool(directory, Citizen.self)
    let caller = GRDBYCSB(pool: pool)
    return YCSBStore(
      run: { try await caller.run($0) },
      scan: {
        try pool.read { db in
          var digest = Digest()
          let rows = try SQLRow.fetchCursor(db.cachedStatement(sql: Citizen.scanSQL))
          while let row = try rows.next() { digest.add(sum: Citizen(columnsOf: row).sum) }
          return digest
        }
      },
      ages: { keys in
        try pool.read { db in
          let select = try db.cachedStatement(sql: "SELECT age FROM person WHERE id = ?")
          return try keys.keys.map { key in
            guard let age = try Int.fetchOne(select, arguments: [key]) else {
              throw BenchFailure("grdb: no person \(key)")
            }
            return age
          }
        }
      },
      close: { try close(pool) })
  }

  private struct GRDBYCSB: YCSBCaller {
    let pool: DatabasePool

    func call(_ operation: YCSBOperation, _ persons: [Citizen]) throws -> Digest {
      if operation.kind.isWrite {
        return try pool.write { try Self.perform(operation, persons, $0) }
      }
      return try pool.read { try Self.perform(operation, persons, $0) }
    }

    func callFromTask(_ operation: YCSBOperation, _ persons: [Citizen]) async throws -> Digest {
      if operation.kind.isWrite {
        return try await pool.write { try Self.perform(operation, persons, $0) }
      }
      return try await pool.read { try Self.perform(operation, persons, $0) }
    }

    private static func perform(
      _ operation: YCSBOperation, _ persons: [Citizen], _ db: Database
    ) throws -> Digest {
      var digest = Digest()
      switch operation.kind {
      case .read:
        _ = try read(Citizen.selectSQL, [operation.key], db, &digest)
      case .scan:
        let sql = "\(Citizen.scanSQL) WHERE id >= ? ORDER BY id LIMIT ?"
        _ = try read(sql, [operation.key, operation.number], db, &digest)
      case .insert:
        try db.cachedStatement(sql: Citizen.insertSQL)
          .execute(arguments: persons[operation.person].arguments)
      case .update:
        try update(operation, operation.number, db)
      case .modify:
        let age = try read(Citizen.selectSQL, [operation.key], db, &digest)
        try update(operation, age + 1, db)
      }
      return digest
    }

    /// Reads persons, and returns the age of the last one.
    private static func read(
      _ sql: String, _ arguments: StatementArguments, _ db: Database, _ digest: inout Digest
    ) throws -> Int {
      var age = 0
      let rows = try SQLRow.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
      while let row = try rows.next() {
        let person = Citizen(columnsOf: row)
        digest.add(sum: person.sumWithoutAge)
        age = person.age
      }
      return age
    }

    private static func update(_ operation: YCSBOperation, _ age: Int, _ db: Database) throws {
      try db.cachedStatement(sql: "UPDATE person SET age = ? WHERE id = ?")
        .execute(arguments: [age, operation.key])
      if db.changesCount != 1 { throw BenchFailure("grdb: no person \(operation.key) to update") }
    }
  }
#endif
