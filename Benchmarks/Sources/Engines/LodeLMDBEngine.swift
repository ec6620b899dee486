public import BenchHarness
internal import LodeLMDB

/// The typed LMDB layer, used as its documentation shows.
final class LodeLMDBEngine: Engine {
  private let environment: Environment
  private let table: Table

  init(_ directory: String) throws {
    var options = EnvironmentOptions()
    options.mapSize = mapSize
    environment = try Environment(path: directory, options: options)
    table = try environment.table("rows")
  }

  func load(_ rows: Rows, batch: Int, ascending: Bool) throws -> Duration {
    var commits = Duration.zero
    for start in stride(from: 0, to: rows.count, by: min(batch, max(rows.count, 1))) {
      let end = rows.count - start < batch ? rows.count : start + batch
      let written = try environment.write { transaction in
        for index in start..<end {
          if ascending {
            try transaction.append(rows.value(index), forKey: rows.key(index), in: table)
          } else {
            try transaction.put(rows.value(index), forKey: rows.key(index), in: table)
          }
        }
        return ContinuousClock.now
      }
      commits += ContinuousClock.now - written
    }
    return commits
  }

  func get(_ keys: Rows, lane: Int) throws -> Digest {
    try environment.read { transaction in
      var digest = Digest()
      for index in 0..<keys.count {
        if let value = try transaction.get(keys.key(index), in: table) { digest.add(value) }
      }
      return digest
    }
  }

  func getEach(_ keys: Rows) throws -> Digest {
    var digest = Digest()
    for index in 0..<keys.count {
      try environment.read { transaction in
        if let value = try transaction.get(keys.key(index), in: table) { digest.add(value) }
      }
    }
    return digest
  }

  func scan(reverse: Bool) throws -> Digest {
    try environment.read { transaction in
      try transaction.withCursor(over: table) { cursor in
        var digest = Digest()
        if reverse {
          while let entry = try cursor.previous() { digest.add(entry.value) }
        } else {
          while let entry = try cursor.next() { digest.add(entry.value) }
        }
        return digest
      }
    }
  }

  func ranges(from starts: Rows, length: Int) throws -> Digest {
    try environment.read { transaction in
      try transaction.withCursor(over: table) { cursor in
        var digest = Digest()
        for index in 0..<starts.count {
          guard let first = try cursor.seek(atLeast: starts.key(index)) else { continue }
          digest.add(first.value)
          for _ in 1..<length {
            guard let entry = try cursor.next() else { break }
            digest.add(entry.value)
          }
        }
        return digest
      }
    }
  }

  func delete(_ keys: Rows) throws -> Int {
    try environment.write { transaction in
      var count = 0
      for index in 0..<keys.count {
        if try transaction.delete(keys.key(index), in: table) { count += 1 }
      }
      return count
    }
  }

  func matches(_ rows: Rows) throws -> Int {
    try environment.read { transaction in
      var count = 0
      for index in 0..<rows.count {
        if let value = try transaction.get(rows.key(index), in: table),
          rows.value(index, equals: value)
        {
          count += 1
        }
      }
      return count
    }
  }

  // The layer has no queue of writers: callers wait for one another and commit one by one.
  func write(_ rows: Rows, writers: Int) async throws {
    try await onTasks(rows, writers) { [environment, table] share in
      for index in 0..<share.count {
        try environment.write { transaction in
          try transaction.put(share.value(index), forKey: share.key(index), in: table)
        }
      }
    }
  }

  func compact(into directory: String) throws {
    try environment.copy(to: directory, compacting: true)
  }

  func close() { environment.close() }
}

extension Peer {
  /// The typed LMDB layer.
  public static let lodeLMDB = Peer(
    name: "lode-lmdb", about: "LodeLMDB: reads borrow bytes, durability full"
  ) { directory, _ in
    try LodeLMDBEngine(directory)
  }
}
