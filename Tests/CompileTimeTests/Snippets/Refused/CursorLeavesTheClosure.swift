import LodeLMDB

func check(_ environment: Environment, _ table: Table) throws {
  let kept = try environment.read { transaction in  // expected-error {{instance method 'read' requires that 'ReadCursor' conform to 'Escapable'}}
    try transaction.withCursor(over: table) { cursor -> ReadCursor in  // expected-error {{instance method 'withCursor(over:_:)' requires that 'ReadCursor' conform to 'Escapable'}}
      return cursor
    }
  }
  _ = consume kept
}
