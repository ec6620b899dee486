#if Macros
  import Foundation
  import Lode
  import LodeModels
  import LodeTestErrors
  import LodeTestSupport
  import Testing

  private enum First {
    @Model("seat", archive: "Seat") struct Seat: Equatable {
      @Key var number: Int
      var guest: String
    }
  }

  private enum Second {
    @Model("seat", version: 2, archive: "Seat") struct Seat: Equatable {
      @Key var number: Int
      var guest: String
      var row: Int
    }
  }

  @Suite("Steps that give rows the keys of others")
  struct ShiftedKeyTests {
    @Test(arguments: [MigrationOptions.atOpen, .lazy])
    func `lead to the same rows in each mode`(_ options: MigrationOptions) throws {
      let directory = try TemporaryDirectory()
      let path = directory.file("s")
      let old = try Store(path, models: [First.Seat.self])
      try old.insert(contentsOf: (1...5).map { First.Seat(number: $0, guest: "guest \($0)") })
      old.close()
      let plan = MigrationPlan {
        Step(Second.Seat.self, from: 1, to: 2) { record in
          record["number"] = .int(Int64(record["number"]?.int ?? 0) + 1)
          record["row"] = .int(1)
        }
      }
      let store = try Store(path, models: [Second.Seat.self], migrations: plan, migrating: options)
      let done = try store.migrateRows()
      #expect(done.isDone && done.failedRows == 0)
      #expect(try store.fetch(Second.Seat.self).map(\.number) == [2, 3, 4, 5, 6])
      #expect(try store.fetch(Second.Seat.self).map(\.guest).last == "guest 5")
      #expect(try store.verify().problems.isEmpty)
    }

    @Test
    func `a row that waits is updated and saved by its new key without becoming two`() throws {
      let directory = try TemporaryDirectory()
      let path = directory.file("s")
      let old = try Store(path, models: [First.Seat.self])
      try old.insert(contentsOf: [First.Seat(number: 1, guest: "guest 1")])
      old.close()
      let plan = MigrationPlan {
        Step(Second.Seat.self, from: 1, to: 2) { record in
          record["number"] = .int(10)
          record["row"] = .int(1)
        }
      }
      let store = try Store(path, models: [Second.Seat.self], migrations: plan, migrating: .lazy)
      var seat = try #require(try store.first(Second.Seat.self))
      seat.guest = "changed"
      try store.put(seat)
      try store.migrateRows()
      #expect(try store.fetch(Second.Seat.self).map(\.guest) == ["changed"])
      #expect(try store.quarantine().isEmpty)
      #expect(try store.verify().problems.isEmpty)
    }

    @Test
    func
      `a row that is far behind is read by neither key until it has moved, and never becomes two`()
      throws
    {
      let directory = try TemporaryDirectory()
      let path = directory.file("s")
      let old = try Store(path, models: [First.Seat.self])
      try old.insert(contentsOf: (1...400).map { First.Seat(number: $0, guest: "guest \($0)") })
      old.close()
      let plan = MigrationPlan {
        Step(Second.Seat.self, from: 1, to: 2) { record in
          if record["number"]?.int == 300 { record["number"] = .int(1_000) }
          record["row"] = .int(1)
        }
      }
      let store = try Store(path, models: [Second.Seat.self], migrations: plan, migrating: .lazy)
      #expect(try store.get(Second.Seat.self, 299)?.guest == "guest 299")
      let error = expectCause(MigrationError.self) { try store.get(Second.Seat.self, 300) }
      #expect(error?.code == .failed && error?.collection == "seat")
      let done = try store.migrateRows()
      #expect(done.isDone && done.failedRows == 0)
      #expect(try store.get(Second.Seat.self, 300) == nil)
      #expect(try store.get(Second.Seat.self, 1_000)?.guest == "guest 300")
      #expect(try store.count(Second.Seat.self) == 400)
      #expect(try store.quarantine().isEmpty)
      #expect(try store.verify().problems.isEmpty)
    }
  }
#endif
