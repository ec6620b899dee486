import LodeLMDB

func check(_ environment: Environment, _ table: Table) throws {
  try environment.write { transaction in
    try transaction.withCursor(over: table) { cursor in
      guard try cursor.move(.first) else { return }
      let key = try cursor.key
      try cursor.deleteCurrent()  // expected-error {{overlapping accesses to 'cursor'}}
      print(key?.count ?? 0)
    }
  }
}
