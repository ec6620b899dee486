#if Macros
  import Foundation
  import Lode
  import LodeCoding
  import LodeModels
  import LodeStore
  import Testing

  // GRDB, SwiftData, Realm, Core Data, and property-list files.

  extension ComingFromTests {
    @Test func `GRDB and Realm`() throws {
      defer { cleanUp() }
      try store.write { try $0.insert(ada) }
      #expect(try store.read { try $0.get(Person.self, 1) } == ada)
      #expect(try store.update(Person.self, 1) { $0.name = "Eve" }.changed == 1)
      try store.write { transaction in
        try transaction.put(contentsOf: [ada, bob])
        try transaction.delete(bob)
      }
      #expect(try store.fetch(Person.where { $0.age > 10 }) == [ada])
      #expect(try store.fetch(Person.order { ($0.name, .descending($0.age)) }) == [ada])
      #expect(try store.fetch(Query<Person>(parsing: "age > ?", parameters: [10])) == [ada])
      #expect(try store.count(Person.where { $0.age > 10 }) == 1)
      #expect(try store.fetch(Person.where { $0.age > 20 }) == [ada])
      #expect(try store.first(Person.order { .descending($0.name) }) == ada)
      try store.put(Person(id: 3, name: "Cy", boss: Ref(ada)))
      let boss = try store.read { transaction in
        try transaction.get(Person.self, 3)?.boss.flatMap { try transaction.get($0) }
      }
      #expect(boss == ada)
      #expect(try store.read { try $0.times(Person.self, 1) }?.updated != nil)
      #expect(try store.contains(Person.self, 1))
      try store.copy(to: path + ".backup")
      let backup = try Store(path + ".backup", options: StoreOptions(readOnly: true))
      #expect(try backup.count(Person.self) == 2)
      backup.close()
    }

    @Test func `GRDB: records and requests`() throws {
      defer { cleanUp() }
      try store.put(contentsOf: [ada, bob, Person(id: 3, name: "Cy", age: 9, boss: Ref(1))])
      #expect(try store.delete(Person.self, 7) == false)
      #expect(try store.exists(Person.where { $0.name == "Ada" }))
      #expect(try store.write { try $0.patch(bob, [\.name]) }.changed == 0)
      #expect(
        try store.update(Person.where { $0.age < 10 }) { $0.age = ($0.age ?? 0) + 1 }.changed == 1)
      let inserted = try store.write { transaction in
        try transaction.contains(Person.self, 2) ? 0 : transaction.insert(bob)
      }
      #expect(inserted == 0)
      #expect(try store.read { try $0.fetch(PersonCard.self, from: Person.self) }.count == 3)
      let names: [String] = try store.fetch(Person.order { $0.name }.values { $0.name })
      #expect(names == ["Ada", "Bob", "Cy"])
      let ages = try store.fetch(Query(Person.self).counts { $0.age }).filter { $0.count > 1 }
      #expect(ages.isEmpty)
      #expect(try store.fetch(Query(Person.self).maximum { $0.age }) == 36)
      #expect(try store.fetch(Query(Person.self).limit(1).offset(1)) == [bob])
      #expect(try store.fetch(Person.self, reversed: true).count == 3)
      #expect(try store.fetch(Person.where { $0.name.like("a%") }) == [ada])
      #expect(try store.fetch(Person.where { $0.age * 2 > 70 }) == [ada])
      let adults = Person.where { $0.age >= 18 }
      #expect(try store.fetch(adults) == [ada])
      #expect(try store.fetch(adults.where { $0.name == "Ada" }) == [ada])
      let people = try store.fetch(Person.where { $0.boss != nil })
      #expect(try store.get(Person.self, keys: people.compactMap(\.boss?.key)) == [ada])
      #expect(try Set(store.fetch(Person.self).map(\.id)) == [1, 2, 3])
      try store.read { transaction in
        try transaction.scan(Person.self) { person in person.id < 2 ? .next : .stop }
        try transaction.forEach(Person.self) { person in print(person.name) }
      }
      #expect(try store.read { try $0.archive(Person.self, 1) }?.root["name"] == "Ada")
      #expect(try store.read { try $0.explain(adults) }.isScan)
      #expect(try store.verify().isSound)
      #expect(try store.repair().isSound)
      #expect(try store.statistics().fileSize > 0)
      let other = try Store(path + ".other", models: [Person.self])
      try other.put(contentsOf: store.fetch(Person.self))
      other.close()
      try FileManager.default.removeItem(atPath: path + ".other")
    }

    @Test func `SwiftData: contexts and descriptors`() throws {
      defer { cleanUp() }
      try store.put(contentsOf: [ada, bob])
      let session = try store.stage()
      try session.insert(Person(id: 3, name: "Cy"))
      try session.update(Person.self, 1) { $0.name = "Eve" }
      try session.delete(Person.self, 2)
      #expect(session.hasChanges)
      #expect(try session.fetch(Person.self).count == 2)
      #expect(session.edits.count == 3)
      try session.save()
      #expect(try store.read { try $0.keys(of: Person.self) } == [1, 3])
      try session.update(Person.self, 1) { $0.name = "Mine" }
      try store.update(Person.self, 1) { $0.name = "Theirs" }
      do {
        try session.save()
        Issue.record("saved over a change")
      } catch let error as StoreError where error.code == .stagedConflict {
        for row in (error.cause as? StagedConflict)?.rows ?? [] { try session.resolve(row, .mine) }
      }
      try session.save()
      session.close()
      #expect(try store.get(Person.self, 1)?.name == "Mine")
      try store.write { transaction in
        let now = transaction.revision
        try transaction["log"].append("changed", forKey: now)
        try transaction.put(bob)
      }
      #expect(try store["log"].count == 1)
      try store.rename("log", to: "history")
      #expect(try store["history"].count == 1)
      #expect(try store.delete(Person.where { $0.age == nil }) == 2)
      #expect(try store.read { try $0.exportJSON(Person.self) }.isEmpty == false)
    }

    @Test func `Realm and Core Data: types, links, and maintenance`() throws {
      defer { cleanUp() }
      try store.put(contentsOf: [ada, bob])
      try store.put(Person(id: 4, name: "Di", home: Address(street: "Main", city: "Oslo")))
      #expect(try store.fetch(Person.where { $0.home.city == "Oslo" }).map(\.id) == [4])
      let place = Place(
        id: UUID(), point: Point(x: 0, y: 1), rank: .high, extra: 7, visits: ["a": 3],
        friends: [Ref(ada), Ref(bob)], price: 9)
      try store.put(place)
      #expect(try store.count(Place.where { $0.rank == Rank.high }) == 1)
      #expect(try store.count(Place.where { $0.visits["a"] > 2 }) == 1)
      #expect(try store.count(Place.where { $0.friends.contains(Ref(bob)) }) == 1)
      try store.write { transaction in
        for friend in place.friends { try transaction.delete(Person.self, friend.key) }
        try transaction.delete(place)
      }
      #expect(try store.count(Person.self) == 1)
      try store.write { try $0["settings"].put("1.0", forKey: "version") }
      #expect(try store.statistics().snapshots.count == 0)
      let employee = Employee(name: "Ada", code: "a")
      #expect(try store.insert(employee) == 1)
      #expect(throws: StoreError.self) { try store.insert(Employee(name: "Bob", code: "a")) }
      let names = try store.fetch(Employee.where { $0.name.hasPrefix("AD", folding: .unicode) })
      #expect(names.count == 1)
    }

    @Test func `property-list files`() throws {
      defer { cleanUp() }
      let db = store.documents("db")
      let file: [[String: Any]] = [["Id": "a", "name": "Rex"], ["Id": "b", "name": "Tom"]]
      let list = try PropertyListSerialization.data(
        fromPropertyList: file, format: .xml, options: 0)
      #expect(try db.importPropertyList(list).inserted == 2)
      #expect(try db.get("a")?["name"] == "Rex")
      let copies = store.documents("copies")
      #expect(try copies.importPropertyList(list, keyField: nil).inserted == 2)
      let binary = try store.read { try $0.documents("db").exportPropertyList(format: .binary) }
      #expect(try db.importPropertyList(binary).unchanged == 2)
      let json = try store.read { try $0.documents("db").exportJSON(keyField: "Id") }
      #expect(try db.importJSON(json).unchanged == 2)
      try db.insert(["at": .date(Date()), "bytes": .data(Data([1]))], forKey: "c")
      #expect(try db.update("a", set: ["home": ["city": "Oslo"]]).changed == 1)
      #expect(try db.fetch("home.city = 'Oslo'").count == 1)
      let settings = Settings()
      try store["settings"].put(codable: settings, forKey: "all")
      #expect(try store["settings"].get("all", codable: Settings.self) == settings)
      #expect(try store["settings"].get("theme", as: String.self) ?? "light" == "light")
      try store["settings"].put("dark", forKey: "theme")
      #expect(try store["settings"].keys().count == 2)
      let root = try PropertyListEncoder().encode([settings])
      #expect(try store.documents("all").importPropertyList(root, keyField: nil).inserted == 1)
    }
  }
#endif
