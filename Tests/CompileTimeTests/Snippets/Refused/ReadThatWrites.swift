import LodeLMDB

func check(_ environment: Environment, _ table: Table, _ key: [UInt8]) throws {
  try environment.read { transaction in
    try transaction.put(key.span, forKey: key.span, in: table)  // expected-error {{value of type 'ReadTransaction' has no member 'put'}}
  }
}
