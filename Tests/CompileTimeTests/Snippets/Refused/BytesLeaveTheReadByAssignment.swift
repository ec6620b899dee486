import LodeLMDB

func check(_ environment: Environment, _ table: Table, _ key: [UInt8]) throws -> Int {
  var outside = key.span  // expected-error {{lifetime-dependent variable 'outside' escapes its scope}}
  try environment.read { transaction in
    if let bytes = try transaction.get(key.span, in: table) { outside = bytes }
  }
  return outside.count
}
