import LodeLMDB

func check(_ environment: Environment, _ table: Table) throws {
  var kept: Entry?  // expected-error {{lifetime-dependent variable 'kept' escapes its scope}}
  try environment.read { transaction in
    try transaction.withCursor(over: table) { cursor in
      kept = try cursor.next()
    }
  }
  _ = kept
}
