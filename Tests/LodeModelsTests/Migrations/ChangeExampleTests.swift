#if Macros
  import Foundation
  import Lode
  import LodeModels
  import LodeTestSupport
  import Testing

  // The types and steps of `Docs/Guides/Migration-Recipes.md`.

  private enum Changed {
    @Model("track", version: 2, archive: "Track") struct Track: Equatable {
      @Key var name: String
      var length: Int
      var artist: String?
      var plays = 0
      var rating: Int?
    }

    @Model("author", version: 3, was: ["Writer"], archive: "Author") struct Author: Equatable {
      @Key var id: Int
      @Stored(was: "name", "fullName") var penName: String
    }

    @Model("order", version: 2, archive: "Order") struct Order: Equatable {
      @Key var number: Int
      var cents: Int
      var placed: Date
      var note: String
    }

    @Model("letter", version: 2, archive: "Letter") struct Letter: Equatable { @Key var id: Int }

    @Model("note", version: 2, archive: "Note") struct Note {
      @Key var id: Int
      var extensions = ArchiveExtensions()
    }

    @Model("note", version: 3, archive: "Note") struct PurgedNote {
      @Key var id: Int
      var extensions = ArchiveExtensions()
    }

    @Archivable("Address") struct Address: Equatable {
      var street: String
      var city: String
    }

    @Model("customer", version: 2, archive: "Customer") struct Customer: Equatable {
      @Key var id: Int
      var city: String
      var home: Address
    }

    @Archivable("Payment", version: 2) enum Payment: Equatable {
      case cash
      case transfer(bank: String)
    }

    @Model("purchase", archive: "Purchase") struct Purchase: Equatable {
      @Key var id: Int
      var payment: Payment
    }

    @Model("ticket", version: 2, archive: "Ticket") struct Ticket: Equatable {
      @Key var event: String
      @Key var number: Int
    }

    @Archivable("Dog", version: 2, superclass: nil) class Dog {
      var name: String
      init(name: String) { self.name = name }
    }

    @Model("town", version: 2, archive: "Town") struct Town: Equatable {
      @Key var name: String
      var people = 0
    }
  }

  @Suite("The guide's example of each kind of change")
  struct ChangeExampleTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Opens a store with one row of an earlier version for the models of today.
    private func open(
      _ model: any Model.Type, _ plan: MigrationPlan? = nil, old type: String, version: Int = 1,
      key: some KeyConvertible, _ fields: ArchivedObject.Field...
    ) throws -> Store {
      let old = ArchivedObject(type, version: version, fields: fields)
      try put(Archive(.object(old)), in: model.collectionName, key)
      return try Store(directory.file("s"), models: [model], migrations: plan)
    }

    private func put(
      _ archive: Archive, in collection: String, _ key: some KeyConvertible
    ) throws {
      let store = try Store(directory.file("s"))
      let key = RowKey(bytes: key.withKeyBytes { $0.copied() }, format: .tuple)
      try store.write {
        try $0[collection].putArchive(archive.forStore(evolution: .open), forKey: key)
      }
      store.close()
    }

    @Test func `fields are added, become wider, or optional`() throws {
      let store = try open(
        Changed.Track.self, old: "Track", key: "So", .init("name", "So"),
        .init("length", type: .int32, 5), .init("artist", "A"))
      #expect(
        try store.fetch(Changed.Track.self) == [
          .init(name: "So", length: 5, artist: "A", plays: 0, rating: nil)
        ])
    }

    @Test(arguments: [("name", 1), ("fullName", 2)])
    func `a field and its type have other names`(_ name: String, _ version: Int) throws {
      let store = try open(
        Changed.Author.self, old: "Writer", version: version, key: 1, .init("id", 1),
        .init(name, "Ada"))
      #expect(try store.fetch(Changed.Author.self) == [.init(id: 1, penName: "Ada")])
    }

    @Test func `fields get other types, and one is no longer optional`() throws {
      let plan = MigrationPlan {
        Step(Changed.Order.self, from: 1, to: 2) { record in
          try record.transform("price", to: "cents") { (price: Double) in
            Int((price * 100).rounded())
          }
          try record.transform("placed") { (text: String) in try Date(text, strategy: .iso8601) }
          record.setIfAbsent("note", "")
        }
      }
      let store = try open(
        Changed.Order.self, plan, old: "Order", key: 7, .init("number", 7), .init("price", 12.34),
        .init("placed", "1970-01-01T00:01:00Z"), .init("note", type: .optional(.string), .null))
      #expect(
        try store.fetch(Changed.Order.self) == [
          .init(number: 7, cents: 1_234, placed: Date(timeIntervalSince1970: 60), note: "")
        ])
    }

    @Test func `a field is dropped, and one is kept until it is purged`() throws {
      let plan = MigrationPlan { Step.drop("fax", of: Changed.Letter.self, from: 1, to: 2) }
      let letters = try open(
        Changed.Letter.self, plan, old: "Letter", key: 1, .init("id", 1), .init("fax", "1"))
      #expect(
        try letters.read { try $0.archive(Changed.Letter.self, 1) }?.root.object?.fields.count == 1)
      letters.close()

      let notes = try open(
        Changed.Note.self, old: "Note", key: 1, .init("id", 1), .init("colour", "red"))
      let note = try #require(try notes.get(Changed.Note.self, 1))
      try notes.put(note)
      let kept = try notes.read { try $0.archive(Changed.Note.self, 1) }?.root.object?.extensions
      #expect(kept?.first?.fields.first?.value == "red")
      notes.close()
      let purge = MigrationPlan {
        Step(Changed.PurgedNote.self, from: 2, to: 3) { $0["colour", extension: ""] = nil }
      }
      let purged = try Store(
        directory.file("s"), models: [Changed.PurgedNote.self], migrations: purge)
      let left = try purged.read { try $0.archive(Changed.PurgedNote.self, 1) }?.root.object
      #expect(left?.version == 3 && left?.extensions?.isEmpty != false)
    }

    @Test func `fields go up out of an object, and down into one`() throws {
      let plan = MigrationPlan(types: [Changed.Address.self]) {
        Step(Changed.Customer.self, from: 1, to: 2) { record in
          let city = record.object("contact")?["city"]?.string ?? ""
          let street = record["street"]?.string ?? ""
          record["city"] = .string(city)
          try record.set("home", to: Changed.Address(street: street, city: city))
          for name in ["contact", "street"] { record.remove(name) }
        }
      }
      let contact = ArchivedObject("Contact", fields: [.init("city", "Oslo")])
      let store = try open(
        Changed.Customer.self, plan, old: "Customer", key: 1, .init("id", 1), .init("street", "S"),
        .init("contact", .object(contact)))
      #expect(
        try store.fetch(Changed.Customer.self) == [
          .init(id: 1, city: "Oslo", home: .init(street: "S", city: "Oslo"))
        ])
    }

    @Test func `a case of an enumeration becomes another one`() throws {
      let plan = MigrationPlan {
        Step("Payment", from: 1, to: 2) { record in
          if record.caseName == "check" {
            record.caseName = "transfer"
            record.rename("number", to: "bank")
          }
        }
      }
      let payment = ArchivedObject(
        "Payment", kind: .enumCase("check"), fields: [.init("number", "47")])
      let store = try open(
        Changed.Purchase.self, plan, old: "Purchase", key: 1, .init("id", 1),
        .init("payment", .object(payment)))
      #expect(
        try store.fetch(Changed.Purchase.self) == [.init(id: 1, payment: .transfer(bank: "47"))])
    }

    @Test func `a key gets another field in front`() throws {
      let plan = MigrationPlan { Step(Changed.Ticket.self, from: 1, to: 2) { _ in } }
      let store = try open(
        Changed.Ticket.self, plan, old: "Ticket", key: 7, .init("event", "opera"),
        .init("number", 7))
      #expect(
        try store.get(Changed.Ticket.self, .init(event: "opera", number: 7))
          == .init(event: "opera", number: 7))
      #expect(try store["ticket"].count == 1)
    }

    @Test func `a class loses its superclass, and has its field itself`() throws {
      let animal = ArchivedObject(
        "Animal", kind: .class(superclass: nil), fields: [.init("name", "Rex")])
      let dog = ArchivedObject(
        "Dog", kind: .class(superclass: "Animal"), fields: [], superclass: animal)
      try put(Archive(.reference(1), objects: [dog]), in: "dogs", 1)
      let plan = MigrationPlan {
        Step(Changed.Dog.self, from: 1, to: 2) { record in
          let name = record["name"]
          record.remove("name")
          record["name"] = name
        }
      }
      let store = try Store(directory.file("s"), models: [], migrations: plan)
      #expect(try store["dogs"].get(1, as: Changed.Dog.self)?.name == "Rex")
    }

    @Test
    func `collections are split, merged and renamed, rows get other keys, and a store is seeded`()
      throws
    {
      let address = ArchivedObject("Address", fields: [.init("street", "S"), .init("city", "C")])
      let person = ArchivedObject("Person", fields: [.init("address", .object(address))])
      let village = ArchivedObject(
        "Village", fields: [.init("name", "Flam"), .init("people", 350)])
      try put(Archive(.object(person)), in: "person", 1)
      try put(Archive(.object(village)), in: "village", "Flam")
      let old = try Store(directory.file("s"))
      try old["log"].put("begun", forKey: 86_401)
      old.close()
      let plan = MigrationPlan {
        Step("addresses on their own") { transaction in
          for key in try transaction["person"].keys() {
            guard let address = try transaction["person"].archive(key)?.root["address"] else {
              continue
            }
            try transaction["address"].putArchive(
              try Archive(address).forStore(evolution: .open), forKey: key)
          }
        }
        Step("villages are towns") { transaction in
          for key in try transaction["village"].keys() {
            guard let village = try transaction["village"].archive(key)?.root else { continue }
            try transaction.put(
              Changed.Town(
                name: village["name"]?.string ?? "", people: village["people"]?.int ?? 0))
          }
          try transaction.drop("village")
        }
        Step("rename log") { try $0.rename("log", to: "history") }
        Step("history by day") { transaction in
          for row in try transaction["history"].rows() {
            let second = try row.key.decode(Int.self)
            try transaction["history"].put(
              row.value(as: String.self), forKey: Key(second / 86_400, second))
            try transaction["history"].delete(row.key)
          }
        }
        Step("seed") { try $0["settings"].put("dark", forKey: "theme") }
      }
      let store = try Store(directory.file("s"), models: [Changed.Town.self], migrations: plan)
      #expect(try store["address"].get(1, as: Changed.Address.self)?.city == "C")
      #expect(try store.fetch(Changed.Town.self) == [.init(name: "Flam", people: 350)])
      #expect(try store["history"].get(Key(1, 86_401), as: String.self) == "begun")
      #expect(try store["settings"].get("theme", as: String.self) == "dark")
      #expect(try store.collections() == ["address", "history", "person", "settings", "town"])
      #expect(try store.verify().isSound)
    }
  }
#endif
