import LodeLMDB

func check(_ environment: Environment, _ table: IntegerTable) throws {
  try environment.write { transaction in
    var kept: IntegerWriteCursor?
    try transaction.withCursor(over: table) { cursor in
      kept = cursor  // expected-error {{implicit conversion to 'IntegerWriteCursor?' is consuming}}
    }
    _ = kept
  }
}
