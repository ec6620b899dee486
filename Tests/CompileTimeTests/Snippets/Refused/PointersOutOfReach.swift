import LodeLMDB

func check(_ environment: Environment, _ table: Table) throws {
  try environment.read { transaction in
    print(transaction.handle)  // expected-error {{'handle' is inaccessible due to 'package' protection level}}
    print(table.place)
  }
}
