import LodeLMDB

func check(_ environment: Environment, _ table: IntegerTable) throws {
  try environment.write { transaction in
    try transaction.withCursor(over: table) { cursor in
      guard try cursor.move(.first) else { return }
      let value = try cursor.value
      try cursor.deleteCurrent()  // expected-error {{overlapping accesses to 'cursor'}}
      print(value?.count ?? 0)
    }
  }
}
