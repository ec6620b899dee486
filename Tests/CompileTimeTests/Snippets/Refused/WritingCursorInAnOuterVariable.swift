import LodeLMDB

func check(_ environment: Environment, _ table: Table) throws {
  try environment.write { transaction in
    var kept: WriteCursor?
    try transaction.savepoint { inner in
      try inner.withCursor(over: table) { cursor in
        kept = cursor  // expected-error {{implicit conversion to 'WriteCursor?' is consuming}}
      }
    }
    _ = kept
  }
}
