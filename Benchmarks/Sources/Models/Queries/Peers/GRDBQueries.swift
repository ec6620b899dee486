#if GRDB
  internal import BenchHarness
  internal import GRDB

  /// Indexes and queries in GRDB as one uses it for speed: cached statements, and rows that are
  /// mapped by hand where they lie.
  func grdbQueries<Object: QuerySample & GRDBSample>(
    _ directory: String
  ) throws -> QueryStore<Object> {
    let pool = try openPool(directory, Object.self)
    let table = Object.databaseTableName
    @Sendable func name(_ field: QueryField) -> String { Object.name(of: field) }
    func write(_ sql: String) throws { try pool.write { try $0.execute(sql: sql) } }
    func read(_ condition: String, _ arguments: [StatementArguments]) throws -> Digest {
      try pool.read { db in
        let select = try db.cachedStatement(sql: "\(Object.scanSQL) \(condition)")
        var digest = Digest()
        for values in arguments {
          let rows = try SQLRow.fetchCursor(select, arguments: values)
          while let row = try rows.next() { digest.add(sum: try Object(columnsOf: row).sum) }
        }
        return digest
      }
    }
    func count(_ condition: String, _ arguments: [StatementArguments]) throws -> Int {
      try pool.read { db in
        let select = try db.cachedStatement(sql: "SELECT count(*) FROM \(table) WHERE \(condition)")
        return try arguments.reduce(0) { try $0 + (Int.fetchOne(select, arguments: $1) ?? 0) }
      }
    }
    return QueryStore(
      insert: { set, part in
        try pool.write { db in
          let insert = try db.cachedStatement(sql: Object.insertSQL)
          for object in set.objects[part] { try insert.execute(arguments: object.arguments) }
        }
      },
      build: { try write("CREATE INDEX by_\(name($0)) ON \(table)(\(name($0)))") },
      drop: { try write("DROP INDEX by_\(name($0))") },
      prepare: { try write("ANALYZE") },
      keepCounts: { _ in },
      dropCounts: { _ in },
      equal: { try read("WHERE \(name($0)) = ?", $1.values.map { [$0.database] }) },
      range: { field, lows, limit in
        try read(
          "WHERE \(name(field)) >= ? ORDER BY \(name(field)) LIMIT ?",
          lows.values.map { [$0.database, limit] })
      },
      count: { try count("\(name($0)) = ?", $1.values.map { [$0.database] }) },
      countBetween: { field, lows, highs in
        try count(
          "\(name(field)) BETWEEN ? AND ?",
          zip(lows.values, highs.values).map { [$0.database, $1.database] })
      },
      both: { field, values, other, others in
        try read(
          "WHERE \(name(field)) = ? AND \(name(other)) = ?",
          zip(values.values, others.values).map { [$0.database, $1.database] })
      },
      last: { field, limit, times in
        try read("ORDER BY \(name(field)) DESC LIMIT ?", Array(repeating: [limit], count: times))
      },
      below: { try read("WHERE \(name($0)) < ?", [[$1]]) },
      update: { keys, numbers in
        try pool.write { db in
          let update = try db.cachedStatement(
            sql: "UPDATE \(table) SET \(name(.second)) = ? WHERE \(Object.columnNames[0]) = ?")
          var count = 0
          for (key, number) in zip(keys.keys, numbers.values) {
            try update.execute(arguments: [number.database, key])
            count += db.changesCount
          }
          return count
        }
      },
      close: { try close(pool) })
  }

  extension QueryValue {
    fileprivate var database: DatabaseValue {
      switch self {
      case .text(let text): text.databaseValue
      case .integer(let number): number.databaseValue
      case .real(let number): number.databaseValue
      }
    }
  }
#endif
