import LodeLMDB

func check(_ environment: Environment, _ table: Table, _ key: [UInt8]) throws {
  try environment.write { transaction in
    guard let bytes = try transaction.get(key.span, in: table) else { return }
    try transaction.put(bytes, forKey: key.span, in: table)  // expected-error {{overlapping accesses to 'transaction'}}
  }
}
