import LodeLMDB

func check(_ environment: Environment, _ table: Table, _ key: [UInt8]) throws {
  let bytes = try environment.read { transaction -> Span<UInt8>? in  // expected-error {{referencing instance method 'read' on 'Optional' requires that 'Span<UInt8>' conform to 'Escapable'}}
    return try transaction.get(key.span, in: table)
  }
  print(bytes?.count ?? 0)
}
