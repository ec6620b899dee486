import LodeLMDB

func check(_ environment: Environment, _ table: Table) throws {
  try environment.read { transaction in
    try transaction.withCursor(over: table) { older in  // expected-error {{lifetime-dependent variable 'older' escapes its scope}}
      try environment.read { transaction in
        try transaction.withCursor(over: table) { newer in  // expected-error {{lifetime-dependent variable 'newer' escapes its scope}}
          let third = older
          older = newer
          newer = third
        }
      }
      _ = try older.next() == nil
    }
  }
}
