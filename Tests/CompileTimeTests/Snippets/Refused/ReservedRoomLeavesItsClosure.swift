import LodeLMDB

func check(_ environment: Environment, _ table: Table, _ key: [UInt8]) throws {
  try environment.write { transaction in
    var kept: OutputSpan<UInt8>?
    try transaction.put(count: 8, forKey: key.span, in: table) { output in
      kept = output  // expected-error {{implicit conversion to 'OutputSpan<UInt8>?' is consuming}}
    }
    _ = kept?.count
  }
}
