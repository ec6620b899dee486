import LodeLMDB

// What the refused snippets do wrong, done right; it must compile without a warning.

func bytesAreUsedBeforeTheWrite(
  _ environment: Environment, _ table: Table, _ key: [UInt8]
) throws -> Int {
  try environment.write { transaction in
    let size = try transaction.get(key.span, in: table)?.count ?? 0
    try transaction.put(key.span, forKey: key.span, in: table)
    return size
  }
}

func bytesAreCopiedOut(
  _ environment: Environment, _ table: Table, _ key: [UInt8]
) throws -> [UInt8]? {
  try environment.read { transaction in
    Array(copying: try transaction.get(key.span, in: table))
  }
}

func bytesOfOneReadArePutIntoAWrite(
  _ environment: Environment, _ table: Table, _ key: [UInt8]
) throws {
  try environment.read { source in
    guard let bytes = try source.get(key.span, in: table) else { return }
    try environment.write { transaction in
      try transaction.put(bytes, forKey: key.span, in: table)
    }
  }
}

func transactionsArePassedDown(_ environment: Environment, _ table: Table) throws -> Int {
  func rows(_ transaction: borrowing ReadTransaction) throws -> Int {
    try transaction.count(table)
  }
  func clear(_ transaction: inout WriteTransaction) throws { try transaction.deleteAll(in: table) }
  try environment.write { transaction in try clear(&transaction) }
  return try environment.read { transaction in try rows(transaction) }
}

func cursorsArePassedDownAndNested(_ environment: Environment, _ table: Table) throws {
  func longest(_ cursor: inout ReadCursor) throws -> Int {
    var longest = 0
    while let entry = try cursor.next() { longest = max(longest, entry.value.count) }
    return longest
  }
  try environment.read { transaction in
    try transaction.withCursor(over: table) { outer in
      while let entry = try outer.next() {
        let size = try transaction.withCursor(over: table) { inner in try longest(&inner) }
        print(entry.key.count, size, try transaction.get(entry.key, in: table)?.count ?? 0)
      }
    }
  }
}

func savepointsNest(_ environment: Environment, _ table: Table, _ key: [UInt8]) throws {
  try environment.write { transaction in
    try transaction.savepoint { outer in
      try outer.put(key.span, forKey: key.span, in: table)
      _ = try outer.savepoint { inner in try inner.delete(key.span, in: table) }
      try outer.withCursor(over: table) { cursor in
        while try cursor.move(.next) { try cursor.deleteCurrent() }
      }
    }
    try transaction.put(count: 2, forKey: key.span, in: table) { output in output.append(1) }
  }
}

func environmentsAndTablesGoAnywhere(_ environment: Environment, _ table: Table) async throws {
  async let count = Task.detached {
    try environment.read { transaction in try transaction.count(table) }
  }.value
  print(try await count, [table], Set([table]))
}
