import LodeLMDB

func check(_ environment: Environment) throws {
  try environment.write { transaction in
    try transaction.savepoint { inner in  // expected-error {{overlapping accesses to 'transaction'}}
      transaction = inner
    }
  }
}
