import LodeLMDB

func check(_ environment: Environment, _ table: Table) throws {
  try environment.read { transaction in
    try transaction.withCursor(over: table) { cursor in
      Task { _ = try cursor.next() == nil }  // expected-error {{escaping closure captures 'inout' parameter 'cursor'}}
      return
    }
  }
}
