#if GRDB
  internal import BenchHarness
  internal import GRDB
  internal import LodeModels

  /// Two tables, joined by a prepared statement.
  func grdbPackages(_ directory: String) throws -> PackageStore {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA mmap_size=2147418112; PRAGMA cache_size=-65536")
    }
    let pool = try DatabasePool(path: directory + "/packages.sqlite", configuration: configuration)
    try pool.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA synchronous=FULL")
      try db.execute(
        sql: """
          CREATE TABLE package (name TEXT PRIMARY KEY, version TEXT, section TEXT, maintainer TEXT, description TEXT,
            installedSize INTEGER) WITHOUT ROWID;
          CREATE TABLE dependency (package TEXT, place INTEGER, target TEXT, condition TEXT,
            PRIMARY KEY (package, place)) WITHOUT ROWID
          """)
    }
    let dependencySQL = "SELECT target, condition FROM dependency WHERE package = ? ORDER BY place"
    @Sendable func package(_ name: String, _ db: Database) throws -> DebianPackage? {
      let select = try db.cachedStatement(sql: "SELECT * FROM package WHERE name = ?")
      guard let row = try SQLRow.fetchOne(select, arguments: [name]) else { return nil }
      let links = try db.cachedStatement(sql: dependencySQL)
      let depends = try SQLRow.fetchCursor(links, arguments: [name]).map { link in
        DebianPackage.Dependency(package: Ref(link[0] as String), condition: link[1])
      }
      return DebianPackage(row, Array(try depends.reduce(into: []) { $0.append($1) }))
    }
    return PackageStore(
      insert: { packages in
        try pool.write { db in
          let insert = try db.cachedStatement(sql: "INSERT INTO package VALUES (?, ?, ?, ?, ?, ?)")
          let link = try db.cachedStatement(sql: "INSERT INTO dependency VALUES (?, ?, ?, ?)")
          for package in packages {
            try insert.execute(arguments: [
              package.name, package.version, package.section, package.maintainer,
              package.description, package.installedSize,
            ])
            for (place, target) in package.depends.enumerated() {
              try link.execute(arguments: [
                package.name, place, target.package.key, target.condition,
              ])
            }
          }
        }
      },
      follow: { names in
        try pool.read { db in
          var digest = Digest()
          for name in names {
            guard let found = try package(name, db) else { continue }
            digest.add(sum: found.sum)
            for dependency in found.depends {
              if let target = try package(dependency.package.key, db) {
                digest.add(sum: target.sum)
              }
            }
          }
          return digest
        }
      },
      countEqual: { packages in
        try pool.read { db in try packages.count { try package($0.name, db) == $0 } }
      },
      close: { try close(pool) })
  }

  extension DebianPackage {
    fileprivate init(_ row: SQLRow, _ depends: [Dependency]) {
      name = row[0]
      version = row[1]
      section = row[2]
      maintainer = row[3]
      description = row[4]
      installedSize = row[5]
      self.depends = depends
    }
  }
#endif
