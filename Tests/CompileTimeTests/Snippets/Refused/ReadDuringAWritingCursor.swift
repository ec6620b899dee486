import LodeLMDB

func check(_ environment: Environment, _ table: Table, _ key: [UInt8]) throws {
  try environment.write { transaction in
    try transaction.withCursor(over: table) { cursor in  // expected-error {{overlapping accesses to 'transaction'}}
      _ = try transaction.get(key.span, in: table)?.count
      _ = try cursor.move(.next)
    }
  }
}
