#if GRDB
  internal import BenchHarness
  internal import GRDB
  internal import LodeModels

  /// Objects in GRDB as one uses it for speed: cached statements, and rows that are mapped by hand
  /// where they lie.
  func grdbRowModels<Object: GRDBSample>(_ directory: String) throws -> ModelStore<Object> {
    let pool = try openPool(directory, Object.self)
    @Sendable func object(_ select: Statement, _ key: Object.PrimaryKey) throws -> Object? {
      // The row lies in the statement, which is reset with its cursor.
      try SQLRow.fetchCursor(select, arguments: [key]).map { try Object(columnsOf: $0) }.next()
    }
    return ModelStore(
      insert: { set, count in
        let written = try pool.write { db in
          let insert = try db.cachedStatement(sql: Object.insertSQL)
          for object in set.objects[..<count] { try insert.execute(arguments: object.arguments) }
          return ContinuousClock.now
        }
        return ContinuousClock.now - written
      },
      get: { keys in
        try pool.read { db in
          var digest = Digest()
          let select = try db.cachedStatement(sql: Object.selectSQL)
          for key in keys.keys {
            if let found = try object(select, key) { digest.add(sum: found.sum) }
          }
          return digest
        }
      },
      getEach: { keys in
        var digest = Digest()
        for key in keys.keys {
          let found = try pool.read { try object($0.cachedStatement(sql: Object.selectSQL), key) }
          if let found { digest.add(sum: found.sum) }
        }
        return digest
      },
      scan: {
        try pool.read { db in
          var digest = Digest()
          let rows = try SQLRow.fetchCursor(db.cachedStatement(sql: Object.scanSQL))
          while let row = try rows.next() { digest.add(sum: try Object(columnsOf: row).sum) }
          return digest
        }
      },
      delete: { keys in
        try pool.write { db in
          let delete = try db.cachedStatement(sql: Object.deleteSQL)
          var count = 0
          for key in keys.keys {
            try delete.execute(arguments: [key])
            count += db.changesCount
          }
          return count
        }
      },
      countEqual: { set, count in
        try pool.read { db in
          let select = try db.cachedStatement(sql: Object.selectSQL)
          return try set.objects[..<count].count { try object(select, $0.primaryKey) == $0 }
        }
      },
      close: { try close(pool) })
  }
#endif
