#if GRDB
  internal import BenchHarness
  internal import GRDB

  /// Searches by FTS5 through GRDB, with cached statements.
  func grdbSearch(_ directory: String) throws -> SearchStore {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA mmap_size=2147418112; PRAGMA cache_size=-65536")
    }
    let pool = try DatabasePool(path: directory + "/texts.sqlite", configuration: configuration)
    try pool.writeWithoutTransaction { db in
      // GRDB sets NORMAL, which does not survive a power loss.
      try db.execute(sql: "PRAGMA synchronous=FULL")
      try db.execute(sql: "CREATE VIRTUAL TABLE IF NOT EXISTS texts USING fts5(a, b, c)")
    }
    func command(_ name: String) throws {
      try pool.write {
        try $0.execute(sql: "INSERT INTO texts(texts) VALUES(?)", arguments: [name])
      }
    }
    return SearchStore(
      insert: { texts, part, batch in
        for start in stride(from: part.lowerBound, to: part.upperBound, by: batch) {
          let articles = texts.articles[start..<min(start + batch, part.upperBound)]
          try pool.write { db in
            let insert = try db.cachedStatement(
              sql: "INSERT INTO texts(rowid, a, b, c) VALUES(?, ?, ?, ?)")
            for article in articles {
              try insert.execute(arguments: [article.id, article.title, article.body, article.tags])
            }
          }
        }
      },
      update: { texts, changes in
        try pool.write { db in
          let update = try db.cachedStatement(
            sql: "UPDATE texts SET a = ?, b = ?, c = ? WHERE rowid = ?")
          for change in changes {
            let article = texts.articles[change.after]
            try update.execute(arguments: [article.title, article.body, article.tags, change.id])
          }
        }
      },
      rebuild: { try command("rebuild") },
      compact: {
        try command("optimize")
        _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        return try pool.read { db in
          let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
          return try pages * (Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
        }
      },
      top: { query, limit in
        try pool.read { db in
          let select = try db.cachedStatement(
            sql: "SELECT rowid, -rank FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ?")
          var hits = SearchHits(ids: [], scores: [])
          let rows = try Row.fetchCursor(select, arguments: [query, limit])
          while let row = try rows.next() {
            hits.ids.append(row[0])
            hits.scores.append(row[1])
          }
          return hits
        }
      },
      count: { query in
        try pool.read { db in
          let select = try db.cachedStatement(sql: "SELECT count(*) FROM texts WHERE texts MATCH ?")
          return try Int.fetchOne(select, arguments: [query]) ?? 0
        }
      },
      close: { try pool.close() })
  }
#endif
