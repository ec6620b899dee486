import LodeLMDB

func check(_ environment: Environment, _ table: Table) throws {
  try environment.write { transaction in
    try transaction.forEach(in: table) { entry in
      try transaction.delete(entry.key, in: table)  // expected-error {{overlapping accesses to 'transaction'}}
      return true
    }
  }
}
