import Foundation
import LodeLMDB

func check(_ environment: Environment, _ table: Table) throws {
  try environment.write { transaction in
    Thread { try? transaction.deleteAll(in: table) }.start()  // expected-error {{capture of 'transaction' with non-Sendable type 'WriteTransaction' in a '@Sendable' closure}}
  }
}
