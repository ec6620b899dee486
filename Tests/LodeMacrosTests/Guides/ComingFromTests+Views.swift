#if Macros
  import Foundation
  import Lode
  import LodeCoding
  import LodeLMDB
  import LodeModels
  import LodeStore
  import Testing

  // Data.swift and YapDatabase.

  extension ComingFromTests {
    private func insertPosts() throws {
      try store.put([
        Post(id: 1, text: "this is a tweet about yap database", author: "twitter", stars: 1),
        Post(id: 2, text: "tweet storm about yapdatabase", author: "draconisNZ", stars: 5),
        Post(id: 3, text: "coffee shop", remark: "baked"),
      ])
    }

    private func insertEmployees() throws {
      try store.insert([
        Employee(name: "Ada", code: "a", salary: 75_000, skills: ["swift", "c"]),
        Employee(name: "Bob", code: "b", salary: 50_000, skills: ["swift"]),
        Employee(name: "Cy", team: "sys", salary: 40_000),
      ])
    }

    @Test func `Data.swift and YapDatabase`() throws {
      defer { cleanUp() }
      try store.put(contentsOf: [ada, bob])
      #expect(try store.get(Person.self, 1) == ada)
      let found = try store.read {
        try $0.fetch(Query(Person.self), scanning: { $0.name.hasPrefix("A") })
      }
      #expect(found == [ada])
      #expect(try store.count(Person.self) == 2)
      #expect(try store.fetch(Query(Person.self).offset(20).limit(10)) == [])
      #expect(try store.delete(Person.self, 9) == false)
      try store["settings"].put("dark", forKey: "theme")
      #expect(try store["settings"].get("theme", as: String.self) == "dark")
      try store["settings"].put(codable: Settings(), forKey: "all")
      #expect(try store["settings"].get("all", codable: Settings.self) == Settings())
      try store.write { try $0["settings"].setMetadata([1], forKey: "theme") }
      try store.read { transaction in
        try transaction.forEach(Person.self) { person in print(person.name) }
        try transaction["settings"].forEach { row in print(row.key) }
        for name in try transaction.collections() { print(name, try transaction[name].count) }
      }
      let snapshot = try store.snapshot(named: "screen")
      #expect(try snapshot.read { try $0.count(Person.self) } == 2)
      try snapshot.refresh()
      snapshot.close()
      #expect(try store.deleteAll(Person.self) == 2)
    }

    @Test func `Data.swift: queries and searches`() throws {
      defer { cleanUp() }
      try store.put(contentsOf: [ada, bob])
      #expect(try store.first(Person.where { $0.name == "Bob" }) == bob)
      #expect(try store.fetch(Person.where { $0.age > 1 }.order { $0.name }.limit(5)) == [ada])
      let byName = try store.fetch(Person.self).sorted { $0.name > $1.name }
      #expect(byName == [bob, ada])
      #expect(try store.read { try $0.sections(by: "name", Query(Person.self)) }.count == 2)

      try insertPosts()
      #expect(try store.search(Post.self, "yapdatabase").map(\.object.id) == [2])
      #expect(try store.search(Post.self, "\"tweet about\"").map(\.object.id) == [1])
      #expect(try store.search(Post.self, "author:draconisNZ").count == 1)
      #expect(try store.search(Post.self, "^tweet").map(\.object.id) == [2])
      #expect(try store.search(Post.self, "yap*").count == 2)
      #expect(try store.search(Post.self, "coffee OR tweet NOT storm").count == 2)
      #expect(try store.search(Post.self, "tweet NEAR/2 storm").count == 1)
      #expect(try store.search(Post.self, "bake").map(\.object.id) == [3])
    }

    @Test func `YapDatabase: keys and values`() throws {
      defer { cleanUp() }
      try store["settings"].put("dark", forKey: "theme", metadata: [1])
      #expect(try store.read { try $0["settings"].get("theme", as: String.self) } == "dark")
      #expect(try store["settings"].count == 1)
      #expect(try store["settings"].contains("theme"))
      #expect(try store.statistics().rows == 1)
      #expect(try store["settings"].keys(.prefix("th")).count == 1)
      #expect(try store["settings"].get(["theme", "none"], as: String.self) == ["dark", nil])
      #expect(try store.read { try $0["settings"].bytes("theme") } != nil)
      #expect(try store.read { try $0["settings"].metadata("theme") } == [1])
      #expect(try store.read { try $0["settings"].row("theme") }?.metadata == [1])
      #expect(try store.collections().filter { try store[$0].contains("theme") } == ["settings"])
      #expect(try store["settings"].update("light", forKey: "theme"))
      #expect(try store.write { try $0["settings"].touch("theme") })
      let prepared: PreparedValue = store["settings"].prepare("blue")
      try store.write { try $0["settings"].put(prepared, forKey: "theme") }
      #expect(try store.write { try $0["settings"].delete(["theme", "other"]) } == 1)
      let revision = try store.revision
      #expect(try store.revision == revision)
      #expect { try store.write { _ in try store.insert(ada) } } throws: {
        ($0 as? StoreError)?.code == .nestedWrite
      }
      #expect(throws: Empty.self) {
        try store.write { transaction in
          try transaction["settings"].put(1, forKey: "x")
          throw Empty()
        }
      }
      #expect(try store["settings"].deleteAll() == 0)
      for options in [
        StoreOptions(durability: .relaxed), StoreOptions(mapSize: 1 << 30),
        StoreOptions(maximumWaitingWrites: 100), StoreOptions(maximumReaders: 50),
      ] {
        try Store(path + ".options", options: options).close()
      }
      #expect(store.path.hasSuffix("people.lode"))
      store.close()
    }

    @Test func `YapDatabase: views and secondary indexes`() throws {
      defer { cleanUp() }
      try insertEmployees()
      let ranked = Employee.order { .descending($0.salary) }
      let sections = try store.read { try $0.sections(by: "team", ranked) }
      #expect(sections.map(\.count) == [2, 1])
      let counts = try store.read { try $0.groups(by: ["team"], [.count], Query(Employee.self)) }
      #expect(counts.map(\.values) == [["dev"], ["sys"]])
      let dev = Employee.where { $0.team == "dev" }
      #expect(try store.fetch(dev.order { .descending($0.salary) }.offset(0).limit(1)).count == 1)
      #expect(try store.first(dev.order { .descending($0.salary) })?.name == "Ada")
      #expect(try store.count(Employee.where { (45_000...60_000).contains($0.salary) }) == 1)
      #expect(try store.fetch(Employee.where { $0.skills.contains("swift") }).count == 2)
      #expect(try store.fetch(dev.sum { $0.salary }) == 125_000)
      #expect(try store.fetch(Query(Employee.self).minimum { $0.salary }) == 40_000)
      #expect(try store.fetch(Query(Employee.self).average { $0.salary }) == 55_000)
      let salaries: [Int] = try store.fetch(dev.values { $0.salary })
      #expect(salaries.count == 2)
      let teams = try store.fetch(Query(Employee.self).counts { $0.team })
      #expect(teams.map(\.count) == [2, 1])
      let page = try store.read { try $0.fetchPage(ranked, limit: 2) }
      #expect(
        try store.read { try $0.fetchPage(ranked, limit: 2, after: page.next) }.rows.count == 1)
      let partial = try IndexDefinition("salary").only(where: Condition(parsing: "team = 'dev'"))
      try store.write { try $0.createIndex(partial, on: "employee") }
      try store.createIndex(IndexDefinition("team", "name").unique(), on: "employee")
      try store.buildIndexes { print($0.rows) }
      #expect(try store.indexes(of: "employee").count > 4)
      let initials = try Query<Employee>(parsing: "computed(initial) = 'A'")
      #expect(try store.fetch(initials).map(\.name) == ["Ada"])
      #expect(try store.read { try $0.keys(of: dev) }.count == 2)
      try store.read { try $0.scan(Employee.self) { _ in .stop } }
    }

    @Test func `YapDatabase: full-text search and relationships`() throws {
      defer { cleanUp() }
      try insertPosts()
      let terms = SearchTerms("tweet").weighing(["text": 10]).ranked(by: .fts5)
      let hits = try store.search(Post.matching(terms))
      #expect(hits.count == 2)
      for hit in hits {
        #expect(try hit.snippet("text", "[", "]", tokens: 5)?.contains("[tweet]") == true)
        #expect(try hit.highlighted("text", "<b>", "</b>")?.contains("<b>tweet</b>") == true)
      }
      #expect(try store.search(Post.where { $0.stars > 3 }.matching("tweet")).count == 1)
      #expect(try store.read { try $0.keys(of: Post.matching("tweet")) }.count == 2)
      #expect(try store.fetch(Post.matching("twe", .typing)).count == 2)
      #expect(try store.fetch(Post.matching("tweet (", .plain)).count == 2)

      try store.put(contentsOf: [ada, Person(id: 3, name: "Cy", boss: Ref(ada))])
      let ofAda = Person.where { $0.boss == Ref(ada) }
      #expect(try store.fetch(ofAda).map(\.id) == [3])
      #expect(try store.count(Person.where { $0.boss == Ref(ada) }) == 1)
      try store.write { transaction in
        try transaction.delete(ofAda)
        try transaction.delete(ada)
      }
      #expect(try store.count(Person.self) == 0)
    }
  }
#endif
