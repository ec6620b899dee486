internal import BenchHarness
internal import GRDB

/// Objects in GRDB as one uses it for speed: cached statements, and rows that are mapped by hand where they lie.
func grdbRowModels<Model: GRDBSample>(_ directory: String) throws -> ModelStore<Model> {
  let pool = try openPool(directory, Model.self)
  @Sendable func object(_ select: Statement, _ key: Model.ModelKey) throws -> Model? {
    // The row lies in the statement, which is reset with its cursor.
    try Row.fetchCursor(select, arguments: [key]).map { try Model(columnsOf: $0) }.next()
  }
  return ModelStore(
    insert: { set, count in
      let written = try pool.write { db in
        let insert = try db.cachedStatement(sql: Model.insertSQL)
        for object in set.objects[..<count] { try insert.execute(arguments: object.arguments) }
        return ContinuousClock.now
      }
      return ContinuousClock.now - written
    },
    get: { keys in
      try pool.read { db in
        var digest = Digest()
        let select = try db.cachedStatement(sql: Model.selectSQL)
        for key in keys.keys {
          if let found = try object(select, key) { digest.add(sum: found.sum) }
        }
        return digest
      }
    },
    getEach: { keys in
      var digest = Digest()
      for key in keys.keys {
        let found = try pool.read { try object($0.cachedStatement(sql: Model.selectSQL), key) }
        if let found { digest.add(sum: found.sum) }
      }
      return digest
    },
    scan: {
      try pool.read { db in
        var digest = Digest()
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Model.scanSQL))
        while let row = try rows.next() { digest.add(sum: try Model(columnsOf: row).sum) }
        return digest
      }
    },
    delete: { keys in
      try pool.write { db in
        let delete = try db.cachedStatement(sql: Model.deleteSQL)
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
        let select = try db.cachedStatement(sql: Model.selectSQL)
        return try set.objects[..<count].count { try object(select, $0.modelKey) == $0 }
      }
    },
    close: { try close(pool) })
}
