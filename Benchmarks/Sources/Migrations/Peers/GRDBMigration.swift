#if GRDB
  internal import BenchHarness
  internal import GRDB

  @Sendable private func open(_ directory: String) throws -> DatabasePool {
    let pool = try DatabasePool(path: directory + "/settlers.sqlite")
    // GRDB sets NORMAL, which does not survive a power loss.
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous=FULL") }
    return pool
  }

  @Sendable private func close(_ pool: DatabasePool) throws {
    _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    try pool.close()
  }

  private var first: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { db in
      try db.execute(
        sql: """
          CREATE TABLE settler (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL,
            height INTEGER NOT NULL, email TEXT NOT NULL, notes TEXT NOT NULL)
          """)
    }
    return migrator
  }

  private var second: DatabaseMigrator {
    var migrator = first
    migrator.registerMigration("v2") { db in
      try db.execute(
        sql: """
          ALTER TABLE settler RENAME COLUMN name TO fullName;
          ALTER TABLE settler RENAME COLUMN height TO centimetres;
          ALTER TABLE settler ADD COLUMN height DOUBLE NOT NULL DEFAULT 0;
          UPDATE settler SET height = centimetres / 100.0;
          ALTER TABLE settler DROP COLUMN centimetres;
          CREATE INDEX settlerCity ON settler (city);
          """)
    }
    return migrator
  }

  /// GRDB's migrator does it in SQL.
  let grdbMigration = MigrationStore(
    fill: { directory, settlers in
      let pool = try open(directory)
      try first.migrate(pool)
      try pool.write { db in
        let insert = try db.cachedStatement(
          sql: "INSERT INTO settler VALUES (?, ?, ?, ?, ?, ?)")
        for settler in settlers {
          try insert.execute(arguments: [
            settler.id, settler.name, settler.city, settler.centimetres, settler.email,
            settler.notes,
          ])
        }
      }
      try close(pool)
    },
    migrate: { directory in
      let pool = try open(directory)
      try second.migrate(pool)
      try close(pool)
    },
    read: { directory in
      let pool = try open(directory)
      let digest = try pool.read { db in
        var digest = Digest()
        let all = "SELECT id, fullName, height, city FROM settler"
        for sql in [all, all + " INDEXED BY settlerCity WHERE city = '\(SettlerFields.harbour)'"] {
          let rows = try Row.fetchCursor(db, sql: sql)
          while let row = try rows.next() {
            digest.add(
              sum: SettlerFields.sum(id: row[0], name: row[1], metres: row[2], city: row[3]))
          }
        }
        return digest
      }
      try close(pool)
      return digest
    })
#endif
