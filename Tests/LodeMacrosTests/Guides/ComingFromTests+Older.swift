#if Macros
  import Foundation
  import Lode
  import LodeCoding
  import LodeModels
  import LodeStore
  import LodeTestErrors
  import Testing

  // SRPPlist, CTPersistance, HMCache, and XWDatabase.

  extension ComingFromTests {
    @Test func `SRPPlist`() throws {
      defer { cleanUp() }
      let db = store.documents("db")
      let document = try db.insert(["name": "Shinren Pan", "age": 3])
      #expect(document.id != nil && document.times.created != nil)
      #expect(try db.update(document.key, set: ["age": 4]).changed == 1)
      #expect(try db.update(Selection(parsing: "age = 4"), set: ["age": 4]).changed == 0)
      let made = try store.write {
        try $0.documents("db").upsert(["age": 5], on: Selection(parsing: "name = 'nobody'"))
      }
      #expect(made.inserted != nil)
      #expect(try db.insert(contentsOf: [["n": 1], ["n": 2]]).count == 2)
      #expect(try db.fetch("age = 5 ORDER BY name").count == 1)
      #expect(
        try db.fetch(Selection(orderedBy: [.descending("age"), .ascending("name")])).count == 4)
      let list = try store.read { try $0.documents("db").exportPropertyList(format: .xml) }
      #expect(try db.importPropertyList(list).updated == 0)
      let session = try store.stage()
      let staged = session.documents("db")
      try staged.insert(["name": "draft"])
      #expect(try staged.fetch().filter { $0["age"] == 4 }.count == 1)
      try session.save()
      try session.reload()
      session.discard()
      #expect(try db.count == 5)
      let observation = store.observe { changes in print(changes["db"]?.inserted ?? []) }
      observation.cancel()
      #expect(try db.delete(document.key))
      #expect(try db.delete(Selection(parsing: "n IS NOT NULL")) == 2)
      #expect(try db.deleteAll() == 2)
      #expect(try store.drop("db") == 0)
    }

    @Test func `SRPPlist: predicates, values, files, and observers`() throws {
      defer { cleanUp() }
      let db = store.documents("db")
      let document = try db.insert(["name": "Shinren Pan", "age": 3, "tags": ["x"]])
      try db.insert(["at": .date(Date()), "bytes": .data(Data([1])), "list": [1, "a"]])
      let id = try #require(document.id)
      #expect(try db.get(document.key) == document)
      #expect(try db.fetch("$key = ?", parameters: [.uuid(id)]) == [document])
      #expect(try db.fetch("ORDER BY $updated DESC").count == 2)
      #expect(try db.fetch().first == document)
      #expect(try db.fetch("age > ? AND name = ?", parameters: [2, "Shinren Pan"]).count == 1)
      #expect(try db.fetch("name CONTAINS FOLDED 'pan'").count == 1)
      #expect(try db.fetch("tags CONTAINS 'x'").count == 1)
      let found = try store.read {
        try $0.documents("db").fetch(Selection(), scanning: { $0["age"] == 3 })
      }
      #expect(found == [document])
      let observation = store.observe { changes in
        print(changes["db"]?.updated.contains(document.key) ?? false)
        print(changes["db"]?.cleared ?? false)
      }
      #expect(try store.documents("db").insert(["name": "second"]).id != nil)
      observation.cancel()
      let other = try Store(path + ".other", options: StoreOptions(onDamage: .setAside))
      other.close()
      #expect(try Store.defaultPath(named: "db").hasSuffix("db.lode"))
    }

    @Test func `CTPersistance`() throws {
      defer { cleanUp() }
      var note = Note(text: "buy milk")
      #expect(try store.insert(&note) == 1)
      #expect(throws: Empty.self) { try store.insert(Note(text: "")) }
      #expect(try store.insert(contentsOf: [ada, bob]) == [1, 2])
      #expect(throws: StoreError.self) {
        try store.insert(contentsOf: [Person(id: 3, name: "C"), ada])
      }
      #expect(try store.count(Person.self) == 2)
      #expect(try store.fetch(Person.self) == [ada, bob])
      #expect(try store.read { try $0.last(Person.self) } == bob)
      #expect(try store.fetch(Person.where { $0.age == nil }) == [bob])
      #expect(try store.first(Person.where { $0.name == "Bob" }) == bob)
      #expect(try store.fetch(Person.where { $0.name == "Ada" }) == [ada])
      #expect(try store.get(Person.self, 1) == ada)
      #expect(try store.get(Person.self, keys: [2, 9]) == [bob, nil])
      #expect(try store.fetch(Person.where { [36, 37].contains($0.age) }) == [ada])
      #expect(try store.count(Person.where { $0.age == 36 }) == 1)
      let text = try Query<Person>(parsing: "age > :a ORDER BY name", parameters: [":a": 10])
      #expect(try store.fetch(text) == [ada])
      #expect(try store.fetch(Person.order { $0.name }.distinct { $0.name }) == ["Ada", "Bob"])
      let card = try store.read { try $0.get(PersonCard.self, from: Person.self, 1) }
      #expect(card?.age == 36)
      #expect(try store.put(ada) == .unchanged)
      #expect(try store.update(Person.self, 1) { $0.age = 37 }.matched == 1)
      let tagged = try store.write {
        try $0.update(Person.self, keys: [1, 2]) { $0.tags = ["x"] }
      }
      #expect(tagged.changed == 2)
      #expect(try store.update(Person.where { $0.age == 37 }) { $0.age = nil }.changed == 1)
      #expect(
        try store.upsert(Person(id: 0, name: "Bob", age: 5), on: \.name, nil: .keep) == .updated)
      let contact = Contact(name: "Ada", phone: "123", street: "Main")
      try store.write { try $0.put(slicesOf: contact, PhoneRow.self, StreetRow.self) }
      var whole = Contact(name: "Ada")
      #expect(try store.read { try $0.merge(PhoneRow.self, "Ada", into: &whole, .fillMissing) })
      #expect(whole.phone == "123")
      try store.write { transaction in
        try transaction.insert(Person(id: 7, name: "Eve"))
        _ = try? transaction.savepoint { try $0.insert(Person(id: 7, name: "again")) }
      }
      #expect(try store.put(Person(id: 8, name: "Fay")) == .inserted)
      #expect(try store.write { try $0.delete(Person.self, keys: [7, 8, 9]) } == 2)
      #expect(try store.delete(Person.where { $0.name == "Bob" }) == 1)
      #expect(try store.deleteAll(Note.self, resetSequence: true) == 1)
      #expect(try store.insert(Note(text: "first")) == 1)
      let folder = folder.path
      StoreConfiguration(models: [Person.self]) { "\(folder)/\($0)" }.register(as: "comingfrom")
      let named = try Store(named: "comingfrom_ada")
      #expect(named.path.hasSuffix("comingfrom_ada"))
      named.close()
    }

    @Test func `CTPersistance: lists of values, schemas, and errors`() throws {
      defer { cleanUp() }
      try store.put(contentsOf: [ada, bob])
      let named = Person.where { ["Ada", "Bob"].contains($0.name) }
      #expect(try store.update(named, set: ["age": 1]).matched == 2)
      #expect(
        try store.update(Person.where { $0.id == 1 }, set: ["name": "Eve", "age": 20]).changed == 1)
      try store.write { transaction in
        for person in [ada, bob] { try transaction.update(person) }
      }
      #expect(try store.fetch(Person.self) == [ada, bob])
      do {
        try store.insert(ada)
        Issue.record("inserted twice")
      } catch let error as StoreError where error.code == .duplicateKey {
        #expect(error.collection == "person")
      }
      #expect(try store.collections().contains("person"))
      #expect(try store.schemas().map(\.schema.name).contains("ComingFromTests.Person"))
      let db = store.documents("db")
      try db.insert(["age": 1])
      try store.createIndex(IndexDefinition("age"), on: "db")
      #expect(try store.indexes(of: "db").count == 1)
      #expect(try store.dropIndex("age", on: "db"))
      let smaller = path + ".smaller"
      try store.copy(to: smaller, compacting: true)
      #expect(try store.delete(ada))
      #expect(try store.delete(Person.self, 9) == false)
      #expect(try store.drop("db") == 1)
    }

    @Test func `migrations of CTPersistance, HMCache, and others`() throws {
      defer { cleanUp() }
      let plan = MigrationPlan {
        Step(Job.self, from: 1, to: 2) { record in
          record.rename("name", to: "title")
          try record.transform("title") { (title: String) in title.uppercased() }
          record.setIfAbsent("state", "open")
          record.remove("fax")
          if record.contains("old") {
            record.replace("old", with: "state", value: "closed")
            record["state"] = record.object("bar")?["state"]
          }
          print(record.fieldNames)
        }
        Step("seed", replacing: ["seed 1", "seed 2"]) { transaction in
          try transaction["settings"].put("dark", forKey: "theme")
        }
      }
      let file = folder.appendingPathComponent("jobs.lode").path
      let first = try Store(file, models: [FirstJob.self])
      try first.insert(FirstJob(id: 1, name: "Dig", mail: "a@lode.dev", fax: "1"))
      first.close()
      let rehearsal = try Store(file)
      #expect(try rehearsal.schemaChanges(to: [Job.self], migrations: plan).count > 0)
      #expect(try rehearsal.dryRun(models: [Job.self], migrations: plan).failures.isEmpty)
      rehearsal.close()
      expectCause(MigrationError.self) { try Store(file, models: [Job.self]) }
      var careful = MigrationOptions.atOpen
      careful.backup = file + ".before"
      let store = try Store(file, models: [Job.self], migrations: plan, migrating: careful)
      let job = Job(id: 1, title: "DIG", email: "a@lode.dev", state: "open")
      #expect(try store.get(Job.self, 1) == job)
      #expect(try store["settings"].get("theme", as: String.self) == "dark")
      #expect(try store.schemas().map(\.schema.version).contains(2))
      #expect(try store.quarantine().isEmpty)
      #expect(try store.migrateRows().failedRows == 0)
      #expect(try store.abandon("Nobody", version: 1, dryRun: true).count == 0)
      store.close()
      let lazy = StoreConfiguration(models: [Job.self], migrations: plan, migrating: .lazy)
      #expect(lazy.models.count == 1)
      let fresh = try Store(file + ".new", models: [Job.self], migrations: plan, migrating: .atOpen)
      fresh.close()
    }

    @Test func `without waiting on the thread`() async throws {
      try await store.insert(ada)
      #expect(try await store.get(Person.self, 1) == ada)
      try await store.write { try $0.put(Person(id: 8, name: "Fay")) }
      try await store.write(.visible) { try $0.put(Person(id: 9, name: "Gil")) }
      try store.synchronize()
      #expect(try await store.read { try $0.count(Person.self) } == 3)
      #expect(try await store.documents("db").insert(["name": "later"]).id != nil)
      try await store["images.small"].put(Data([3]), forKey: "c")
      let watcher = Task {
        for await changes in store.changes() {
          print(changes["person"]?.updated.count ?? 0)
        }
      }
      try await store.put(Person(id: 9, name: "Hal"))
      watcher.cancel()
      await watcher.value
      try await store.write { transaction in
        transaction.userInfo = "import"
        try transaction["images.small"].put(Data([3]), forKey: "d")
      }
      let logged = store.changes(since: try store.position())
      await #expect(throws: StoreError.self) { for try await event in logged { print(event) } }
      for try await update in store.live(Person.where { $0.age > 20 }) {
        #expect(update.rows == [ada])
        break
      }
      for try await person in store.live(Person.self, key: 1) {
        #expect(person == ada)
        break
      }
      for try await update in store.live(Person.where { $0.age > 20 }, fields: ["name"]) {
        #expect(update.rows == [ada])
        break
      }
      let initials = store.live(Person.order { $0.name }, sectionedBy: { $0.name.first })
      for try await update in initials {
        #expect(update.sections.map(\.value) == ["A", "F", "H"])
        break
      }
      try await store.insert(Post(id: 2, text: "tweet storm", author: "draconisNZ", stars: 5))
      let tweets = store.liveSearch(Post.where { $0.stars > 3 }.matching("tweet"))
      for try await update in tweets {
        #expect(update.rows.count == 1)
        break
      }
      let list = await LiveRows(store, Person.where { $0.age > 20 })
      while await list.rows.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
      #expect(await list.rows == [ada])
      cleanUp()
    }

    @Test func `HMCache`() throws {
      defer { cleanUp() }
      try store["images.small"].put(Data([1, 2]), forKey: "a/b")
      #expect(try store["images.small"].get("a/b", as: Data.self) == Data([1, 2]))
      #expect(try store.collections(below: "images") == ["images.small"])
      #expect(try store.collectionTree().isEmpty == false)
      #expect(try store["images.small"].keys().count == 1)
      #expect(try store["images.small"].delete("a/b"))
      try store["numbers"].put(1.25, forKey: "x")
      #expect(try store["numbers"].get("x", as: Double.self) ?? 0 == 1.25)
      try store["numbers"].put(true, forKey: "flag")
      #expect(try store["numbers"].get("flag", as: Bool.self) == true)
      let items = ["a", "b", "c"]
      try store["lists"].put(items, forKey: "recent")
      try store["lists"].put(Array(items.prefix(2)), forKey: "recent")
      #expect(try store["lists"].get("recent", as: [String].self) == ["a", "b"])
      try store["objects"].put(SubFoo(), forKey: 1)
      let archived = try store.read { try $0["objects"].archive(1) }
      #expect(archived?.debugDump(isIndented: false).contains("**") == true)
      #expect(try debugDump(SubFoo(), isIndented: false).contains("SubFoo"))
      #expect(
        try store["objects"].get(1, as: Foo.self, allowing: [SubFoo.self]) is SubFoo)
      #expect(try store.read { try $0["objects"].archive(1) } != nil)
      #expect(try store.write { try $0.deleteAll(nested: "images") } == 0)
      #expect(try store.drop("numbers") == 1)
      for name in try store.collections() { try store.drop(name) }
      #expect(try store.collections() == [])
    }

    @Test func `HMCache: objects, categories, and copies`() throws {
      defer { cleanUp() }
      let theme = "theme"
      try store["settings"].put(codable: Settings(), forKey: theme)
      let bytes = try Archiver.archive(Invoice(number: 7))
      #expect(try Unarchiver.unarchive(Invoice.self, from: bytes).number == 7)
      var suit = Suit(maker: "Ada")
      suit.extensions[ArchiveExtensionField<Int>("Clothes", "size")] = 42
      try store["suits"].put(suit, forKey: 1)
      #expect(try store["suits"].get(1, as: Suit.self) == suit)
      let foo: Foo = SubFoo()
      let archive = try Archiver.archive(foo)
      let copy = try Unarchiver.unarchive(Foo.self, from: archive, allowing: [SubFoo.self])
      #expect(copy is SubFoo)
      #expect(copy !== foo)
      #expect(try store.schemas().map(\.schema.fields.count).isEmpty == false)
      try store.put(contentsOf: [ada, bob])
      #expect(try store.delete(bob))
      #expect(try store.deleteAll(Person.self) == 1)
    }

    @Test func `XWDatabase`() throws {
      defer { cleanUp() }
      #expect(try store.put(ada) == .inserted)
      #expect(try store.put(contentsOf: [ada, bob, bob]).inserted == 1)
      #expect(try store.read { try $0.fields(["gender"], of: Person.self, 1) } == ["gender": .null])
      try store.put(Card(cardID: "1", age: 18))
      try store.put(Card(cardID: "1", age: 19))
      #expect(try store.get(Card.self, .init(cardID: "1", age: 18)) != nil)
      #expect(try store.fetch(Card.self, keys: .under("1")).count == 2)
      #expect(try store.partition("用户").put(ada) == .inserted)
      #expect(try store.partition("用户").fetch(Person.self) == [ada])
      #expect(try store.read { try $0.partitions(of: Person.self) } == ["用户"])
      #expect(try store.partition("用户").delete(Person.where { $0.age > 90 }) == 0)
      #expect(try store.partition("用户").deleteAll(Person.self) == 1)
      let eve = Person(id: 1, name: "Eve", age: 20)
      #expect(try store.write { try $0.patch(eve, [\.age]) }.changed == 1)
      #expect(try store.write { try $0.patch(contentsOf: [ada, bob], [\.age]) }.matched == 2)
      #expect(try store.fetch(Person.order { .descending($0.age) }.limit(1)).map(\.id) == [1])
      #expect(try store.fetch(Query(Person.self).limit(nil)).count == 2)
      #expect(try store.update(Person.where { $0.age > 30 }) { $0.name = "Eve" }.changed == 1)
      #expect(try store.delete(bob))
      #expect(try store.delete(Person.where { $0.age > 30 }) == 1)
      #expect(try store.deleteAll(Person.self) == 0)
      let bytes = [UInt8](repeating: 7, count: 1000)
      try store.insert(Photo(id: 1, picture: Blob(bytes)))
      try store.insert(Photo(id: 2, picture: Blob(bytes), pages: [Blob(bytes), Blob([])]))
      #expect(try store.blobs().map(\.references) == [2])
      #expect(try store.get(Photo.self, 2)?.pages.last?.count == 0)
      #expect(try store.deleteAll(Photo.self) == 2)
      #expect(try store.blobs().map(\.references) == [])
    }

    @Test func `XWDatabase: conditions and types`() throws {
      defer { cleanUp() }
      try store.put(contentsOf: [ada, bob, Person(id: 3, name: "极客学伟", age: 9)])
      #expect(try store.fetch(Query<Person>(parsing: "name LIKE '%学伟'")).map(\.id) == [3])
      #expect(try store.fetch(Query<Person>(parsing: "age > '30'")) == [ada])
      #expect(try store.fetch(Query<Person>(parsing: "sex IS NULL")).count == 3)
      #expect(try store.fetch(Query<Person>(parsing: "name = 'Ada'")) == [ada])
      #expect(throws: ConditionError.self) { try Query<Person>(parsing: "name = \"Ada\"") }
      let place = Place(id: UUID(), point: Point(x: 1, y: 2), extra: "any")
      try store.put(place)
      #expect(try store.get(Place.self, place.id) == place)
      let differences = try store.schemaChanges(to: [Person.self])
      #expect(differences.map(\.type).contains("ComingFromTests.Person") == false)
      try store.insert(Note(text: "one"))
      #expect(try store.fetch(Note.self).map(\.text) == ["one"])
    }
  }
#endif
