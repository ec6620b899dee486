import LodeLMDB

func check(_ environment: Environment) throws {
  try environment.read { transaction in
    Task { print(transaction.id) }  // expected-error {{escaping closure captures 'inout' parameter 'transaction'}}
    return
  }
}
