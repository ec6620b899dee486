import LodeLMDB

func check(_ environment: Environment, _ table: Table, _ key: [UInt8]) throws {
  try environment.write { transaction in
    try transaction.savepoint { inner in  // expected-error {{overlapping accesses to 'transaction'}}
      try transaction.put(key.span, forKey: key.span, in: table)
      try inner.put(key.span, forKey: key.span, in: table)
    }
  }
}
