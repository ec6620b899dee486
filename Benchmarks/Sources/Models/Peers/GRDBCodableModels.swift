#if GRDB
  internal import BenchHarness
  internal import GRDB
  internal import LodeModels

  /// Objects in GRDB as its documentation teaches it: Codable records, `insert` and
  /// `fetchOne(key:)`.
  func grdbCodableModels<Object: GRDBSample>(_ directory: String) throws -> ModelStore<Object> {
    let pool = try openPool(directory, Object.self)
    return ModelStore(
      insert: { set, count in
        let written = try pool.write { db in
          for object in set.objects[..<count] { try object.insert(db) }
          return ContinuousClock.now
        }
        return ContinuousClock.now - written
      },
      get: { keys in
        try pool.read { db in
          var digest = Digest()
          for key in keys.keys {
            if let object = try Object.fetchOne(db, key: key) { digest.add(sum: object.sum) }
          }
          return digest
        }
      },
      getEach: { keys in
        var digest = Digest()
        for key in keys.keys {
          let object = try pool.read { try Object.fetchOne($0, key: key) }
          if let object { digest.add(sum: object.sum) }
        }
        return digest
      },
      scan: {
        try pool.read { db in
          var digest = Digest()
          let objects = try Object.fetchCursor(db)
          while let object = try objects.next() { digest.add(sum: object.sum) }
          return digest
        }
      },
      delete: { keys in
        try pool.write { db in
          try keys.keys.count { try Object.deleteOne(db, key: $0) }
        }
      },
      countEqual: { set, count in
        try pool.read { db in
          try set.objects[..<count].count { try Object.fetchOne(db, key: $0.primaryKey) == $0 }
        }
      },
      close: { try close(pool) })
  }
#endif
