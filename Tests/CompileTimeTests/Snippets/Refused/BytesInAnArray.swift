import LodeLMDB

func check(_ environment: Environment, _ table: Table, _ key: [UInt8]) throws {
  try environment.read { transaction in
    let all: [Span<UInt8>?] = [try transaction.get(key.span, in: table)]  // expected-error {{type 'Span<UInt8>' does not conform to protocol 'Escapable'}}
    _ = all
  }
}
