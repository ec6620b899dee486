import LodeLMDB

func check(_ environment: Environment) async throws {
  try environment.write { transaction in  // expected-error {{cannot pass function of type '(inout WriteTransaction) async -> ()' to parameter expecting synchronous function type}}
    await Task.yield()
  }
}
