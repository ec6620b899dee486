import LodeLMDB

func check(_ environment: Environment) throws {
  var kept: ReadTransaction?
  try environment.read { transaction in
    kept = transaction  // expected-error {{implicit conversion to 'ReadTransaction?' is consuming}}
  }
  _ = kept
}
