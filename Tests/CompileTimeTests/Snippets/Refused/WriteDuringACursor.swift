import LodeLMDB

func check(_ environment: Environment, _ table: Table, _ key: [UInt8]) throws {
  try environment.write { transaction in
    try transaction.withCursor(over: table) { cursor in  // expected-error {{overlapping accesses to 'transaction'}}
      try transaction.put(key.span, forKey: key.span, in: table)
      _ = try cursor.move(.next)
    }
  }
}
