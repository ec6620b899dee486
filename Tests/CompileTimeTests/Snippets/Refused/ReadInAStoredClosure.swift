import LodeLMDB

final class Keeper {
  var later: () -> Void = {}
}

func check(_ environment: Environment, _ keeper: Keeper) throws {
  try environment.read { transaction in
    keeper.later = { print(transaction.id) }  // expected-error {{escaping closure captures 'inout' parameter 'transaction'}}
  }
}
