import LodeLMDB

func check(_ environment: Environment) throws {
  try environment.read { older in  // expected-error {{lifetime-dependent variable 'older' escapes its scope}}
    try environment.read { newer in  // expected-error {{lifetime-dependent variable 'newer' escapes its scope}}
      let third = older
      older = newer
      newer = third
    }
    print(older.id)
  }
}
