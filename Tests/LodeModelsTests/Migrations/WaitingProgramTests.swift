#if Macros
  import Foundation
  import Lode
  import LodeModels
  import LodeTestErrors
  import LodeTestSupport
  import Testing

  private enum First {
    @Model("member", archive: "Member") struct Member: Equatable {
      @Key var id: Int
      @Index var first: String
      var age: Int32
      @Unique var mail: String?
      var bytes: Data
      var picture: Blob?
    }

    @Model("ticket", archive: "Ticket") struct Ticket: Equatable {
      @Key var event: String
      @Key var number: Int
    }
  }

  private enum Second {
    @Model("member", version: 2, archive: "Member") struct Member: Equatable {
      @Key var id: Int
      @Index var name: String
      @Index var age: Int
      @Unique var mail: String?
      var picture: Blob?
    }

    @Model("ticket", version: 2, archive: "Ticket") struct Ticket: Equatable {
      @Key var number: Int
      @Key var event: String
    }
  }

  private enum Third {
    @Model("member", version: 3, archive: "Member") struct Member: Equatable {
      @Key var id: Int
      @Index var title: String
      var age: Int
      @Unique var mail: String?
      var picture: Blob?
    }
  }

  @Suite("A program uses a store whose rows wait")
  struct WaitingProgramTests {
    let directory: TemporaryDirectory
    var path: String { directory.file("s") }

    init() throws { directory = try TemporaryDirectory() }

    private struct Stop: Error {}

    private func makeStore(_ count: Int, _ path: String? = nil) throws {
      let store = try Store(
        path ?? self.path, models: [First.Member.self, First.Ticket.self])
      try store.insert(
        contentsOf: (1...count).map { (id: Int) -> First.Member in
          let bytes = Data(repeating: UInt8(id % 5), count: 1_000)
          let picture = Blob(Data(repeating: UInt8(id % 3), count: 2_000))
          return First.Member(
            id: id, first: "name \(id)", age: Int32(id % 7), mail: "\(id)@x", bytes: bytes,
            picture: picture)
        })
      try store.insert(contentsOf: (1...count).map { First.Ticket(event: "e", number: $0) })
      store.close()
    }

    private func steps(_ failing: Int = 0) -> MigrationPlan {
      MigrationPlan {
        Step("log") { try $0["log"].put("ran", forKey: 1) }
        Step(Second.Member.self, from: 1, to: 2) { record in
          if record["id"]?.int == failing { throw Stop() }
          record.rename("first", to: "name")
          let bytes = try record["bytes"].map { try $0.decoded(as: Data.self) } ?? Data()
          record.remove("bytes")
          if record["id"]?.int ?? 0 > 2 { try record.set("picture", to: Blob(bytes)) }
        }
        Step(Second.Ticket.self, from: 1, to: 2) { _ in }
      }
    }

    private func open(
      _ options: MigrationOptions, _ plan: MigrationPlan? = nil, at path: String? = nil
    ) throws -> Store {
      try Store(
        path ?? self.path, models: [Second.Member.self, Second.Ticket.self],
        migrations: plan ?? steps(), migrating: options)
    }

    @Test func `a new step of the store runs though rows wait already`() throws {
      try makeStore(5)
      try open(.lazy).close()
      let plan = MigrationPlan {
        steps().steps
        Step("later") { try $0["log"].put("later", forKey: 2) }
      }
      let store = try open(.lazy, plan)
      #expect(try store["log"].get(2, as: String.self) == "later")
      try store.migrateRows()
      store.close()
      let again = try open(.atOpen, plan)
      #expect(try again["log"].get(2, as: String.self) == "later")
    }

    @Test func `a row that fails keeps no store closed when rows of another model move`() throws {
      try makeStore(5)
      let store = try open(.lazy, steps(3))
      #expect(try store.fetch(Second.Ticket.self).map(\.number) == [1, 2, 3, 4, 5])
      #expect(try store.get(Second.Member.self, 2)?.name == "name 2")
      expectCause(MigrationError.self) { try store.get(Second.Member.self, 3) }
      #expect(try store.migrateRows().failedRows == 1)
      #expect(try store.quarantine().count == 1)
      try store.delete(Second.Member.self, 3)
      #expect(try store.quarantine().isEmpty)
      #expect(try store.verify().problems.isEmpty)
    }

    @Test
    func `a copy that was made once keeps no store closed that a failing row has wait`() throws {
      try makeStore(5)
      var options = MigrationOptions.lazy
      options.backup = directory.file("before")
      let store = try open(options, steps(3))
      try store.migrateRows()
      try store.update(Second.Member.self, 4) { $0.name = "changed" }
      store.close()
      let again = try open(options, steps(3))
      #expect(try again.get(Second.Member.self, 4)?.name == "changed")
      again.close()
      let mended = try open(options)
      #expect(try mended.get(Second.Member.self, 3)?.name == "name 3")
      let copy = try Store(directory.file("before"))
      #expect(try copy.read { try $0["member"].archive(3) }?.root["first"] == "name 3")
    }

    @Test func `it goes on where it was behind steps of the store and rows that moved`() throws {
      try makeStore(500)
      let store = try open(.lazy)
      #expect(throws: Stop.self) { try store.migrateRows { _ in throw Stop() } }
      store.close()
      let again = try open(.lazy)
      let done = try again.migrateRows()
      #expect(done.isDone && done.rows < 500)
    }

    /// What a program asks of its members.
    private func answers(_ store: Store) throws -> [String] {
      var answers: [String] = []
      func add(_ value: Any) { answers.append("\(value)") }
      typealias Member = Second.Member
      add(
        try store.fetch(Member.self).map {
          "\($0.id) \($0.name) \($0.age) \($0.picture?.count ?? 0)"
        }
      )
      add(try store.fetch(Member.where { $0.age == 3 }).map(\.id))
      add(try store.fetch(Member.where { $0.name == "name 4" || $0.mail == "5@x" }).map(\.id))
      add(try store.fetch(Member.where { $0.age > 2 }.values { $0.name }) as [String])
      add(try store.fetch(Query(Member.self).maximum { $0.age }) as Any)
      add(try store.fetch(Query(Member.self).counts { $0.age }))
      add(try store.fetch(Query(Member.self).sum { $0.age }))
      add(try store.fetch(Query(Member.self).distinct { $0.name }))
      add(
        try store.read { try $0.fetchPage(Member.order { .descending($0.name) }, limit: 3) }.rows
          .map(\.id))
      add(
        try store.read { try $0.sections(by: "age", Query(Member.self)) }.map { $0.rows.map(\.id) })
      add(try store.read { try $0.groups(by: ["age"], [.count], Query(Member.self)) })
      add(try store.read { try $0.fields(["name"], of: Member.self, 3) }?["name"] as Any)
      add(try store.read { try $0.archive(Member.self, 4) }?.debugDump() ?? "")
      add(try store.fetch(Query<Member>(parsing: "name = 'name 2'")).map(\.id))
      let former = try Selection(parsing: "first = 'name 2'").lenient()
      add(try store.fetch(Query(Member.self, former)).map(\.id))
      add(try store["member"].rows().map { "\($0.key)" })
      add(try store.indexes(of: "member").map { "\($0.definition.name) \($0.state) \($0.entries)" })
      add(try store.verify().problems)
      return answers
    }

    @Test func `every query has the same answer lazily as at open`() throws {
      try makeStore(40)
      let other = directory.file("other")
      try makeStore(40, other)
      let waiting = try open(.lazy)
      let migrated = try open(.atOpen, at: other)
      for (left, right) in zip(try answers(waiting), try answers(migrated)) {
        #expect(left == right)
      }
      for store in [waiting, migrated] {
        typealias Member = Second.Member
        try store.update(Member.self, 5) { $0.age = 90 }
        try store.update(Member.where { $0.age == 3 }) { $0.name = "three" }
        try store.delete(Member.where { $0.age == 4 })
        try store.write { try $0.patch(Member(id: 8, name: "eight", age: 1), [\.name]) }
        try store.upsert(Member(id: 90, name: "upserted", age: 1, mail: "9@x"), on: \.mail)
        #expect(throws: StoreError.self) {
          try store.insert(Member(id: 91, name: "x", age: 1, mail: "12@x"))
        }
        #expect(throws: Stop.self) {
          try store.write { transaction in
            try transaction.update(Member.self, 12) { $0.name = "undone" }
            #expect(try transaction.get(Member.self, 12)?.name == "undone")
            #expect(try transaction.fetch(Member.where { $0.name == "undone" }).map(\.id) == [12])
            try transaction.delete(Member.self, 13)
            throw Stop()
          }
        }
        try store.write { transaction in
          try? transaction.savepoint { transaction in
            try transaction.update(Member.self, 15) { $0.name = "undone" }
            throw Stop()
          }
          try transaction.update(Member.self, 16) { $0.name = "sixteen" }
          #expect(try transaction.fetch(Member.where { $0.name == "name 15" }).map(\.id) == [15])
        }
      }
      for (left, right) in zip(try answers(waiting), try answers(migrated)) {
        #expect(left == right)
      }
      try waiting.migrateRows()
      for (left, right) in zip(try answers(waiting), try answers(migrated)) {
        #expect(left == right)
      }
      #expect(try waiting.statistics().blobs.count == migrated.statistics().blobs.count)
    }

    @Test func `a copy of a store whose rows wait has them wait as well`() throws {
      try makeStore(20)
      let store = try open(.lazy)
      let before = try answers(store)
      for compacting in [false, true] {
        let other = directory.file("copy \(compacting)")
        try store.copy(to: other, compacting: compacting)
        let copy = try open(.lazy, at: other)
        #expect(try answers(copy) == before)
        #expect(try copy.migrateRows().migratedRows == 20)
        #expect(try answers(copy) == before)
      }
    }

    @Test func `a collection that is renamed while its rows wait goes on`() throws {
      try makeStore(20)
      let store = try open(.lazy)
      try store.write { try $0.rename("member", to: "people") }
      #expect(try store.read { try $0["people"].archive(3) }?.root["name"] == "name 3")
      #expect(try store.migrateRows().isDone)
      #expect(try store.read { try $0["people"].archive(3) }?.root["name"] == "name 3")
      #expect(try store.verify().problems.isEmpty)
    }

    @Test(arguments: [MigrationOptions.lazy, .atOpen])
    func `the next version takes rows that waited for the one before, wherever that had come`(
      _ options: MigrationOptions
    ) throws {
      try makeStore(300)
      let store = try open(.lazy)
      #expect(throws: Stop.self) { try store.migrateRows { _ in throw Stop() } }
      try store.update(Second.Member.self, 290) { $0.name = "changed" }
      store.close()
      let plan = MigrationPlan {
        steps().steps
        Step(Third.Member.self, from: 2, to: 3) { $0.rename("name", to: "title") }
      }
      let later = try Store(
        path, models: [Third.Member.self, Second.Ticket.self], migrations: plan,
        migrating: options)
      func check() throws {
        let titles = try later.fetch(Third.Member.self).map(\.title)
        #expect(titles == (1...300).map { $0 == 290 ? "changed" : "name \($0)" })
        #expect(try later.fetch(Third.Member.where { $0.title == "name 7" }).map(\.id) == [7])
        #expect(try later.fetch(Third.Member.where { $0.title == "changed" }).map(\.id) == [290])
        #expect(try later.verify().problems.isEmpty)
      }
      try check()
      #expect(try later.migrateRows().isDone)
      try check()
    }

    @Test func `a snapshot from before the migration reads rows as it did`() throws {
      try makeStore(300)
      let store = try open(.lazy)
      let snapshot = try store.snapshot(named: "before")
      try store.migrateRows()
      try store.update(Second.Member.self, 5) { $0.name = "changed" }
      #expect(try snapshot.read { try $0.get(Second.Member.self, 5)?.name } == "name 5")
      #expect(
        try snapshot.read { try $0.fetch(Second.Member.where { $0.name == "name 5" }).count } == 1)
    }
  }
#endif
