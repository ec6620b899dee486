#if Macros
  import Foundation
  import Lode
  import LodeModels
  import Testing

  // The calls of `Docs/Guides/Coming-From.md`, run. A test below looks that each call of the page
  // stands here word for word, so a call that does not compile, or does something else than the
  // page says, is noticed.

  @Suite("The calls of the guide for people who come from other stores")
  struct ComingFromTests {
    @Model("person", timestamps: true)
    struct Person: Equatable {
      @Key var id: Int
      var name: String
      var age: Int?
      @Stored("gender") var sex: String?
      var tags: [String] = []
      var boss: Ref<Person>?
      @Ignored var isSelected = false
    }

    @Model("note")
    struct Note: Equatable {
      @Key(.sequence) var id = 0
      var text: String
    }

    struct Empty: Error {}

    @Model("card")
    struct Card: Equatable {
      @Key var cardID: String
      @Key var age: Int
      var owner = ""
    }

    @Model("photo")
    struct Photo: Equatable {
      @Key var id: Int
      var picture: Blob
      var pages: [Blob] = []
    }

    @Archivable
    struct PersonCard: Equatable {
      var name: String
      var age: Int?
    }

    @Archivable
    struct Contact: Equatable {
      var name: String
      var phone: String?
      var street: String?
    }

    @Model("phone")
    struct PhoneRow: Equatable {
      @Key var name: String
      var phone: String?
    }

    @Model("street")
    struct StreetRow: Equatable {
      @Key var name: String
      var street: String?
    }

    @Archivable(superclass: nil)
    class Foo {
      var integer = 1
      init() {}
    }

    @Archivable(superclass: Foo.self)
    final class SubFoo: Foo {
      var number = 123
      override init() { super.init() }
    }

    struct Settings: Codable, Equatable { var theme = "dark" }

    private let folder: URL
    private let path: String
    private let store: Store
    private let ada = Person(id: 1, name: "Ada", age: 36)
    private let bob = Person(id: 2, name: "Bob")

    init() throws {
      folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("coming-from-\(UUID().uuidString)")
      path = folder.appendingPathComponent("people.lode").path
      store = try Store(path, models: [Person.self, Note.self, Card.self])
    }

    private func cleanUp() {
      store.close()
      try? FileManager.default.removeItem(at: folder)
    }

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
      #expect(try db.fetch(Selection(orderedBy: [.descending("age"), .ascending("name")])).count == 4)
      #expect(try db.importPropertyList(store.read { try $0.documents("db").exportPropertyList(format: .xml) }).updated == 0)
      let session = try store.stage()
      let staged = session.documents("db")
      try staged.insert(["name": "draft"])
      try session.save()
      try session.reload()
      session.discard()
      #expect(try db.count == 5)
      let observation = store.observe { changes in print(changes["db"]?.inserted ?? []) }
      observation.cancel()
      #expect(try db.delete(document.key))
      #expect(try db.delete(Selection(parsing: "n IS NOT NULL")) == 2)
      #expect(try db.deleteAll() == 2)
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
      #expect(try store.get(Person.self, 1) == ada)
      #expect(try store.get(Person.self, keys: [2, 9]) == [bob, nil])
      #expect(try store.fetch(Person.where { [36, 37].contains($0.age) }) == [ada])
      #expect(try store.read { try $0.get(PersonCard.self, from: Person.self, 1) }?.age == 36)
      #expect(try store.put(ada) == .unchanged)
      #expect(try store.update(Person.self, 1) { $0.age = 37 }.matched == 1)
      #expect(try store.write { transaction in
          try transaction.update(Person.self, keys: [1, 2]) { $0.tags = ["x"] }
        }.changed == 2)
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

    @Test func `Without waiting on the thread`() async throws {
      try await store.insert(ada)
      #expect(try await store.get(Person.self, 1) == ada)
      try await store.write { try $0.put(Person(id: 8, name: "Fay")) }
      #expect(try await store.read { try $0.count(Person.self) } == 2)
      cleanUp()
    }

    @Test func `HMCache`() throws {
      defer { cleanUp() }
      try store["images.small"].put(Data([1, 2]), forKey: "a/b")
      #expect(try store["images.small"].get("a/b", as: Data.self) == Data([1, 2]))
      #expect(try store.collections(below: "images") == ["images.small"])
      #expect(try store["images.small"].keys().count == 1)
      #expect(try store["images.small"].delete("a/b"))
      try store["numbers"].put(1.25, forKey: "x")
      #expect(try store["numbers"].get("x", as: Double.self) ?? 0 == 1.25)
      try store["objects"].put(SubFoo(), forKey: 1)
      #expect(try store.read { try $0["objects"].archive(1) }?.debugDump(isIndented: false).contains("**") == true)
      #expect(try debugDump(SubFoo(), isIndented: false).contains("SubFoo"))
      #expect(
        try store["objects"].get(1, as: Foo.self, allowing: [SubFoo.self]) is SubFoo)
      #expect(try store.read { try $0["objects"].archive(1) } != nil)
      #expect(try store.write { try $0.deleteAll(nested: "images") } == 0)
      #expect(try store.drop("numbers") == 1)
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
      #expect(try store.partition("用户").deleteAll(Person.self) == 1)
      #expect(try store.write { try $0.patch(Person(id: 1, name: "Eve", age: 20), [\.age]) }.changed == 1)
      #expect(try store.write { try $0.patch(contentsOf: [ada, bob], [\.age]) }.matched == 2)
      #expect(try store.fetch(Person.order { .descending($0.age) }.limit(1)).map(\.id) == [1])
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

    @Test func `Data.swift and YapDatabase`() throws {
      defer { cleanUp() }
      try store.put(contentsOf: [ada, bob])
      #expect(try store.get(Person.self, 1) == ada)
      #expect(try store.read {
          try $0.fetch(Query(Person.self), scanning: { $0.name.hasPrefix("A") })
        } == [ada])
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
      }
      let snapshot = try store.snapshot(named: "screen")
      #expect(try snapshot.read { try $0.count(Person.self) } == 2)
      try snapshot.refresh()
      snapshot.close()
      #expect(try store.deleteAll(Person.self) == 2)
    }

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
      #expect(try store.get(Person.self, 3)?.boss.flatMap { try store.get($0) } == ada)
      #expect(try store.read { try $0.times(Person.self, 1) }?.updated != nil)
      #expect(try store.contains(Person.self, 1))
      try store.copy(to: path + ".backup")
      #expect(try Store(path + ".backup").count(Person.self) == 2)
    }

    @Test func `Each call of the page stands in this file`() throws {
      defer { cleanUp() }
      let here = URL(fileURLWithPath: #filePath)
      let root = (0..<4).reduce(here) { folder, _ in folder.deletingLastPathComponent() }
      let page = root.appendingPathComponent("Docs/Guides/Coming-From.md")
      let source = try String(contentsOf: here, encoding: .utf8)
      var calls = 0
      for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
        let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        guard cells.count == 5 else { continue }
        let pieces = cells[2].split(separator: "`", omittingEmptySubsequences: false)
        for call in pieces.enumerated().filter({ $0.offset % 2 == 1 }).map(\.element) {
          calls += 1
          #expect(source.contains(call), "\(call)")
        }
      }
      #expect(calls > 100)
    }
  }

  extension ComingFromTests.Note: ValidatedModel {
    mutating func willSave(_ kind: SaveKind) throws {
      if text.isEmpty { throw ComingFromTests.Empty() }
    }
  }
#endif
