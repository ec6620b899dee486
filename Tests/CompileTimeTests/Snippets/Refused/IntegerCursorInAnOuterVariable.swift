import LodeLMDB

func check(_ environment: Environment, _ table: IntegerTable) throws {
  var kept: IntegerReadCursor?
  try environment.read { transaction in
    try transaction.withCursor(over: table) { cursor in
      kept = cursor  // expected-error {{implicit conversion to 'IntegerReadCursor?' is consuming}}
    }
  }
  _ = kept
}
