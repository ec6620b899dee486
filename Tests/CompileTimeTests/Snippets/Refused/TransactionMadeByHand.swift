import LodeLMDB

func check(_ environment: Environment) throws {
  let handle = try environment.beginRead()  // expected-error {{'beginRead' is inaccessible due to 'package' protection level}}
  _ = ReadTransaction(handle, in: environment)  // expected-error {{'ReadTransaction' initializer is inaccessible due to 'package' protection level}}
}
