import LodeLMDB

func check(_ environment: Environment, _ table: Table) throws {
  try environment.write { transaction in
    var kept: WriteTransaction?
    try transaction.savepoint { inner in
      kept = inner  // expected-error {{implicit conversion to 'WriteTransaction?' is consuming}}
    }
    _ = kept
  }
}
