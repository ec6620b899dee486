#if Macros
  import Lode
  import LodeModels
  import LodeTestSupport
  import Testing

  /// Three versions of a model whose properties got other names, as programs write them.
  enum Tale {
    @Archivable("Place") struct OldPlace: Equatable { var town: String }
    @Archivable("Place", version: 2) struct Place: Equatable {
      @Stored(was: "town") var city: String
    }

    @Model("tales", archive: "Tale") struct V1 {
      @Key var id: Int
      @Index var title: String
      var year: Int32
      var place: OldPlace
    }

    @Model("tales", version: 2, archive: "Tale") struct V2: Equatable {
      @Key @Stored(was: "id") var number: Int
      @Stored(was: "title") var name: String
      var year: Int
      var place: Place
    }

    @Model("tales", version: 3, archive: "Tale") struct V3: Equatable {
      @Key @Stored(was: "id") var number: Int
      @Index @Stored("heading", was: "name", "title") var headline: String
      var age: String
      var place: Place
      @Index var city: String?
    }

    static let plan = MigrationPlan(types: [Place.self]) {
      Step(V3.self, from: 2, to: 3) { record in
        try record.transform("name") { (name: String) in name + "!" }
        try record.transform("year", to: "age") { (year: Int) in "\(2026 - year)" }
        record["city"] = record.object("place")?["city"] ?? record.object("place")?["town"]
      }
    }
  }

  @Suite("Properties that say what they were")
  struct RenamedPropertyTests {
    let directory: TemporaryDirectory
    var path: String { directory.file("s") }

    init() throws {
      directory = try TemporaryDirectory()
      let store = try Store(path, models: [Tale.V1.self])
      try store.insert(
        contentsOf: (1...3).map {
          Tale.V1(id: $0, title: "t\($0)", year: 2000 + Int32($0), place: .init(town: "Oslo"))
        })
      store.close()
    }

    @Test func `rows have their new names without a step, in the store too`() throws {
      let store = try Store(
        path, models: [Tale.V2.self], migrations: MigrationPlan(types: [Tale.Place.self]) {})
      #expect(
        try store.get(Tale.V2.self, 2)
          == Tale.V2(number: 2, name: "t2", year: 2002, place: .init(city: "Oslo")))
      #expect(try store.read { try $0.archive(Tale.V2.self, 2) }?.root["title"] == nil)
      #expect(try store.read { try $0.archive(Tale.V2.self, 2) }?.root["name"] == "t2")
      try store.update(Tale.V2.self, 2) { $0.name = "new" }
      #expect(try store.read { try $0.archive(Tale.V2.self, 2) }?.root["title"] == nil)
      #expect(try store.get(Tale.V2.self, 2)?.name == "new")
      #expect(try store.verify().isSound)
    }

    @Test
    func `a step finds them on both sides of the change, and indexes have the new names`() throws {
      let second = try Store(path, models: [Tale.V2.self])
      try second.update(Tale.V2.self, 2) { $0.name = "new" }
      second.close()
      let store = try Store(path, models: [Tale.V3.self], migrations: Tale.plan)
      let place = Tale.Place(city: "Oslo")
      #expect(
        try store.fetch(Tale.V3.self) == [
          .init(number: 1, headline: "t1!", age: "25", place: place, city: "Oslo"),
          .init(number: 2, headline: "new!", age: "24", place: place, city: "Oslo"),
          .init(number: 3, headline: "t3!", age: "23", place: place, city: "Oslo"),
        ])
      #expect(try store.fetch(Tale.V3.where { $0.headline == "t3!" }).map(\.number) == [3])
      #expect(try store.count(Tale.V3.where { $0.city == "Oslo" }) == 3)
      #expect(try store.verify().isSound)
    }
  }
#endif
