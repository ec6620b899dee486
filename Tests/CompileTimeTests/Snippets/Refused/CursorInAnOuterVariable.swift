import LodeLMDB

func check(_ environment: Environment, _ table: Table) throws {
  var kept: ReadCursor?
  try environment.read { transaction in
    try transaction.withCursor(over: table) { cursor in
      kept = cursor  // expected-error {{implicit conversion to 'ReadCursor?' is consuming}}
    }
  }
  _ = kept
}
