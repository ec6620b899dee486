import LodeLMDB

func check(_ environment: Environment, _ table: Table) throws {
  try environment.read { transaction in
    var kept: Entry?  // expected-error {{lifetime-dependent variable 'kept' escapes its scope}}
    try transaction.forEach(in: table) { entry in
      kept = entry
      return true
    }
    _ = kept
  }
}
