import LodeLMDB

func check(_ one: Environment, _ other: Environment) throws {
  try one.write { older in  // expected-error {{lifetime-dependent variable 'older' escapes its scope}}
    try other.write { newer in  // expected-error {{lifetime-dependent variable 'newer' escapes its scope}}
      let third = older
      older = newer
      newer = third
    }
    print(older.id)
  }
}
