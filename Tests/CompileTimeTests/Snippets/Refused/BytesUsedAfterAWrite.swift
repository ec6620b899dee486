import LodeLMDB

func check(_ environment: Environment, _ table: Table, _ key: [UInt8]) throws -> Int {
  try environment.write { transaction in
    let bytes = try transaction.get(key.span, in: table)
    try transaction.put(key.span, forKey: key.span, in: table)  // expected-error {{overlapping accesses to 'transaction'}}
    return bytes?.count ?? 0
  }
}
