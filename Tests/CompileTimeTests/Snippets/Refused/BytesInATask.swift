import LodeLMDB

func check(_ environment: Environment, _ table: Table, _ key: [UInt8]) throws {
  try environment.read { transaction in
    guard let bytes = try transaction.get(key.span, in: table) else { return }  // expected-error {{lifetime-dependent variable 'bytes' escapes its scope}}
    Task { print(bytes.count) }
  }
}
