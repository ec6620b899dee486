#if Macros
  import Foundation
  import Lode
  import LodeModels
  import LodeTestErrors
  import LodeTestSupport
  import Testing

  @Suite("What @Model writes goes into a store and comes back")
  struct ModelRoundTripTests {
    let directory: TemporaryDirectory
    let store: Store

    init() throws {
      directory = try TemporaryDirectory()
      store = try Store(
        directory.file("s"),
        models: [Member.self, Reminder.self, Ticket.self, CheckIn.self, Station.self])
    }

    private func copy<M: Model>(_ model: M) throws -> M? {
      try store.insert(model)
      #expect(try store.read { try $0.keys(of: M.self) } == [model.primaryKey])
      return try store.get(M.self, model.primaryKey)
    }

    private func comesBack<M: Model & Equatable>(_ model: M) throws -> Bool {
      try copy(model) == model
    }

    @Test
    func `every field of a model comes back, and what is ignored is as at the beginning`() throws {
      let boss = UUID()
      var ada = Member(
        id: UUID(), address: "a@b", isSelected: true, fee: Money(cents: 250),
        boss: Ref(boss), friends: [Ref(boss)], home: Member.Home(street: "Main"),
        mood: .angry(.high), rank: .high)
      let read = try copy(ada)
      ada.isSelected = false
      #expect(read == ada)
      #expect(try ada.boss.flatMap { try store.get($0) } == nil)
    }

    @Test
    func
      `S26: a renamed property is found by key path and by its stored name, an ignored one is not stored`()
      throws
    {
      let ada = Member(
        id: UUID(), address: "a@b", isSelected: true, fee: Money(cents: 1), boss: nil, friends: [],
        home: Member.Home(street: "Main"), mood: .angry(.high), rank: .high)
      try store.insert(ada)
      let dump = try #require(try store.read { try $0.archive(Member.self, ada.id) }?.debugDump())
      #expect(dump.contains("\"mail\"") && !dump.contains("address"))
      #expect(!dump.contains("isSelected"))
      #expect(try store.fetch(Member.where { $0.address == "a@b" }).map(\.id) == [ada.id])
      #expect(
        try store.read { try $0.fields(["mail", "address"], of: Member.self, ada.id) } == [
          "mail": "a@b", "address": "a@b",
        ])
      expectCause(ConditionError.self) {
        try store.read { try $0.fields(["isSelected"], of: Member.self, ada.id) }
      }
      #expect(try store.get(Member.self, ada.id)?.isSelected == false)
    }

    @Test func `collection, key and archive have the names that were given, or the type's`() {
      #expect(Member.collectionName == "person" && Member.keyFields == ["id"])
      #expect(Member.archiveSchema.name == "Member" && Member.archiveSchema.version == 2)
      #expect(Member.archiveSchema.formerNames == ["Human"])
      #expect(Shop.Order.collectionName == "Order" && Shop.Order.archiveSchema.name == "Shop.Order")
      #expect(CheckIn.collectionName == "check-in" && CheckIn.archiveSchema.name == "CheckedIn")
      #expect(CheckIn.PrimaryKey.archiveSchema.name == "CheckedIn.PrimaryKey")
      #expect(Ticket.keyFields == ["event", "place"])
      #expect(Member.keepsTimestamps && Station.keepsTimestamps && !Ticket.keepsTimestamps)
      #expect(Reminder.hasSequence && Station.hasSequence && !Ticket.hasSequence)
    }

    @Test func `a key has any type that keys can have`() throws {
      #expect(try comesBack(WithInt64(key: .min)))
      #expect(try comesBack(WithUInt64(key: .max)))
      #expect(try comesBack(WithText(primaryKey: "a\0b")))
      #expect(try comesBack(WithData(default: Data([0, 255]))))
      #expect(try comesBack(WithDate(archive: Date(timeIntervalSince1970: 1.25))))
      #expect(try comesBack(WithRef(note: Ref(7))))
      #expect(try comesBack(Shop.Order(number: .init(rawValue: -3))))
      #expect(try comesBack(Member.Badge(colour: "red", holder: Ref(UUID()))))
    }

    @Test func `a compound key finds its row, its first part all that begin with it`() throws {
      let tickets = [Ticket(event: "a", seat: 1), Ticket(event: "a", seat: 2, price: 9)]
      try store.insert(contentsOf: tickets + [Ticket(event: "b", seat: 1)])
      #expect(try store.get(Ticket.self, .init(event: "a", seat: 2)) == tickets[1])
      #expect(try store.fetch(Ticket.self, keys: .under("a")) == tickets)
      #expect(try store.read { try $0.keys(of: Ticket.self) }.map(\.seat) == [1, 2, 1])
      #expect(tickets[0].primaryKey.keyBuffer().bytes.count == Key("a", 1).bytes.count)
      let line = Shop.Line(
        order: .init(rawValue: 1), line: 2,
        previous: Ref(.init(order: .init(rawValue: 1), line: 1)))
      #expect(try comesBack(line))
    }

    @Test
    func `the key of another model is a tuple in the key, and a reference archives it`() throws {
      let key = Ticket.PrimaryKey(event: "a", seat: 1)
      let checkIn = CheckIn(gate: "B", ticket: key, default: true, reader: "r")
      #expect(try comesBack(checkIn))
      #expect(try store.fetch(CheckIn.self, keys: .under(Key("a", 1))) == [checkIn])
      let archived = try Archiver.archive([Ref<CheckIn>(checkIn)])
      #expect(try Unarchiver.unarchive([Ref<CheckIn>].self, from: archived) == [Ref(checkIn)])
    }

    @Test func `a sequence counts, and its number is set in the model`() throws {
      var reminder = Reminder(text: "one")
      #expect(try store.insert(&reminder) == 1)
      #expect(reminder == Reminder(id: 1, text: "one"))
      #expect(
        try store.insert(contentsOf: [Reminder(text: "two"), Reminder(text: "three")]) == [2, 3])
      try store.insert(SmallReminder(newValue: 255))
      #expect(throws: StoreError.self) { try store.insert(SmallReminder()) }
    }

    @Test func `timestamped rows have times`() throws {
      let member = Member(id: UUID(), address: "", fee: Money(cents: 0))
      try store.insert(member)
      #expect(try store.read { try $0.times(Member.self, member.id) }?.created != nil)
      let key = try store.insert(Ticket(event: "a", seat: 1))
      #expect(try store.read { try $0.times(Ticket.self, key) }?.created == nil)
    }

    @Test func `classes are models, also those with a compound key`() throws {
      var station = Station("North")
      #expect(try store.insert(&station) == 1 && station.number == 1)
      #expect(try store.get(Station.self, 1)?.name == "North")
      #expect(try copy(Platform(1, "a"))?.letter == "a")
    }

    @Test func `a model in a private type is a model`() throws {
      #expect(try secrets(in: store) == ["x 2"])
    }

    @Test func `an older row has its former name, and gets initial values`() throws {
      try store.insert(OldMember(id: UUID(), email: "e", fee: 5))
      let member = try #require(try store.first(Member.self))
      #expect(member.address == "e" && member.fee == Money(cents: 5) && member.rank == .low)
    }
  }

  @Model("person", archive: "Human")
  private struct OldMember {
    @Key var id: UUID
    var email: String
    var fee: Int
  }
#endif
