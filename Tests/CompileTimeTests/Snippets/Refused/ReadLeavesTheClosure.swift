import LodeLMDB

func check(_ environment: Environment) throws {
  let kept = try environment.read { transaction -> ReadTransaction in  // expected-error {{instance method 'read' requires that 'ReadTransaction' conform to 'Escapable'}}
    return transaction
  }
  _ = consume kept
}
