#if GRDB
  internal import BenchHarness
  internal import Foundation
  internal import GRDB
  internal import LodeModels

  /// Persons in GRDB, with observations.
  func grdbLive(_ directory: String, _ durability: LiveDurability) throws -> LiveStore {
    let pool = try openPool(directory, Citizen.self)
    let table = Citizen.databaseTableName
    try pool.writeWithoutTransaction { db in
      if durability == .relaxed { try db.execute(sql: "PRAGMA synchronous=NORMAL") }
      for field in ["email", "income"] {
        try db.execute(sql: "CREATE INDEX IF NOT EXISTS by_\(field) ON \(table)(\(field))")
      }
    }
    @Sendable func write(_ sql: String, _ arguments: StatementArguments) throws {
      try pool.write { try $0.cachedStatement(sql: sql).execute(arguments: arguments) }
    }
    return LiveStore(
      insert: { persons in
        try pool.write { db in
          let insert = try db.cachedStatement(sql: Citizen.insertSQL)
          for person in persons { try insert.execute(arguments: person.arguments) }
        }
      },
      setAge: { try write("UPDATE \(table) SET age = ? WHERE id = ?", [$1, $0]) },
      delete: { try write(Citizen.deleteSQL, [$0]) },
      fetch: { question in try pool.read { try question.persons($0) } },
      observe: { question, receive in
        let observation = ValueObservation.trackingConstantRegion { try question.persons($0) }
        for try await persons in observation.values(in: pool) { receive(persons) }
      },
      close: { try close(pool) })
  }

  extension LiveQuestion {
    fileprivate func persons(_ db: Database) throws -> [Citizen] {
      let (end, arguments): (String, StatementArguments) =
        switch self {
        case .email(let email): ("WHERE email = ?", [email])
        case .lowestIncomes(let limit): ("ORDER BY income LIMIT ?", [limit])
        }
      let select = try db.cachedStatement(sql: "\(Citizen.scanSQL) \(end)")
      return try Array(
        SQLRow.fetchCursor(select, arguments: arguments).map { Citizen(columnsOf: $0) })
    }
  }
#endif
