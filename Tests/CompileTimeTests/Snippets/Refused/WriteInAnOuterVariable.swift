import LodeLMDB

func check(_ environment: Environment) throws {
  var kept: WriteTransaction?
  try environment.write { transaction in
    kept = transaction  // expected-error {{implicit conversion to 'WriteTransaction?' is consuming}}
  }
  _ = kept
}
