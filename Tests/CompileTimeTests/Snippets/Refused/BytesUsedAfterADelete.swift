import LodeLMDB

func check(_ environment: Environment, _ table: Table, _ key: [UInt8]) throws -> Int {
  try environment.write { transaction in
    guard let bytes = try transaction.get(key.span, in: table) else { return 0 }
    try transaction.delete(key.span, in: table)  // expected-error {{overlapping accesses to 'transaction'}}
    return bytes.count
  }
}
