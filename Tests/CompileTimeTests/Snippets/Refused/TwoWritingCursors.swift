import LodeLMDB

func check(_ environment: Environment, _ table: Table) throws {
  try environment.write { transaction in
    try transaction.withCursor(over: table) { one in  // expected-error {{overlapping accesses to 'transaction'}}
      try transaction.withCursor(over: table) { other in
        _ = try one.move(.next)
        _ = try other.move(.next)
      }
    }
  }
}
