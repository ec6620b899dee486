#if Macros
  import Foundation
  import Lode
  import LodeModels
  import LodeTestErrors
  import LodeTestSupport
  import Testing

  // The examples that three earlier systems show their migrations with, as
  // `Docs/Guides/Migration-Recipes.md` has them for Lode.

  /// HMCache: an object whose fields change twice, and the class of one of them goes.
  private enum HMCache {
    enum First {
      @Archivable("BarObject") struct BarObject {
        var integer: Int
        var date: Date
      }
      @Model("foo", archive: "FooObject") struct FooObject {
        @Key var id: Int
        var string: String
        var date: Date
        var integer: Int
        var barObject: BarObject?
      }
    }

    enum Second {
      @Model("foo", version: 2, archive: "FooObject") struct FooObject {
        @Key var id: Int
        var title: String
        var epoch: Double
        var barObject: First.BarObject?
      }
    }

    @Model("foo", version: 3, archive: "FooObject") struct FooObject: Equatable {
      @Key var id: Int
      var title: String
      var epoch: Double
      var barObjectDate: Date?
    }

    static let plan = MigrationPlan {
      Step(FooObject.self, from: 1, to: 2) { record in
        record.rename("string", to: "title")
        try record.transform("date", to: "epoch") { (date: Date) in date.timeIntervalSince1970 }
        record.remove("integer")
      }
      Step(FooObject.self, from: 2, to: 3) { record in
        record["barObjectDate"] = record.object("barObject")?["date"]
        record.remove("barObject")
      }
    }
  }

  /// CTPersistance: a list of versions, each of which adds a column to a table, and the last one
  /// fills it.
  private enum CTPersistance {
    enum First {
      @Model("migration", archive: "MigrationRecord") struct Task {
        @Key(.sequence) var id = 0
        var name: String
      }
    }

    enum Third {
      @Model("migration", version: 3, archive: "MigrationRecord") struct Task {
        @Key(.sequence) var id = 0
        var name: String
        var version2: String?
        var version3 = ""
      }
    }

    @Model("migration", version: 4, archive: "MigrationRecord") struct Task: Equatable {
      @Key(.sequence) var id = 0
      var name: String
      var version2: String?
      var version3 = ""
      var length = 0
    }

    static let plan = MigrationPlan {
      Step(Task.self, from: 3, to: 4) { record in
        record["length"] = .int(Int64(record["name"]?.string?.count ?? 0))
      }
      Step("4: the settings that every store has") { transaction in
        try transaction["settings"].put("light", forKey: "theme")
      }
    }
  }

  /// XWDatabase: properties come and go, and are mapped to columns of other names.
  private enum XWDatabase {
    enum First {
      @Model("person", archive: "XWPerson") struct Person {
        @Key var cardID: String
        var name: String
        var sex: String
        var age: String
        var nick: String?
      }
    }

    @Model("person", version: 2, archive: "XWPerson") struct Person: Equatable {
      @Key var cardID: String
      var name: String
      @Stored("gender", was: "sex") var sex: String
      var age: Int
      var birthday: Date?
    }

    static let plan = MigrationPlan {
      Step(Person.self, from: 1, to: 2) { record in
        try record.transform("age") { (text: String) in Int(text) ?? 0 }
        record.remove("nick")
      }
    }
  }

  @Suite("The migrations that earlier systems show in their guides")
  struct HeritageExampleTests {
    let directory: TemporaryDirectory
    var path: String { directory.file("s") }

    init() throws { directory = try TemporaryDirectory() }

    /// Fills a store as an earlier version of the program did.
    private func fill(_ models: [any Model.Type], _ body: (Store) throws -> Void) throws {
      let store = try Store(path, models: models)
      try body(store)
      store.close()
    }

    @Test
    func `HMCache: fields are renamed, retyped and moved up out of an object whose class is gone`()
      throws
    {
      let date = Date(timeIntervalSince1970: 1_000)
      try fill([HMCache.First.FooObject.self]) { store in
        try store.insert(
          HMCache.First.FooObject(
            id: 1, string: "one", date: date, integer: 7,
            barObject: .init(integer: 8, date: date + 1)))
      }
      try fill([]) { store in
        try store.insert(HMCache.Second.FooObject(id: 2, title: "two", epoch: 5))
      }
      let store = try Store(path, models: [HMCache.FooObject.self], migrations: HMCache.plan)
      #expect(
        try store.fetch(HMCache.FooObject.self) == [
          .init(id: 1, title: "one", epoch: 1_000, barObjectDate: date + 1),
          .init(id: 2, title: "two", epoch: 5, barObjectDate: nil),
        ])
    }

    @Test
    func
      `CTPersistance: stores of every version of the list come to the last, a new one runs no step`()
      throws
    {
      try fill([CTPersistance.First.Task.self]) { store in
        var task = CTPersistance.First.Task(name: "casa")
        try store.insert(&task)
      }
      try fill([CTPersistance.Third.Task.self]) { store in
        var task = CTPersistance.Third.Task(name: "wood", version2: "b", version3: "c")
        try store.insert(&task)
      }
      let plan = CTPersistance.plan
      let store = try Store(path, models: [CTPersistance.Task.self], migrations: plan)
      #expect(
        try store.fetch(CTPersistance.Task.self) == [
          .init(id: 1, name: "casa", version2: nil, version3: "", length: 4),
          .init(id: 2, name: "wood", version2: "b", version3: "c", length: 4),
        ])
      #expect(try store["settings"].get("theme", as: String.self) == "light")

      let new = try Store(
        directory.file("new"), models: [CTPersistance.Task.self], migrations: plan)
      #expect(try new.collections().isEmpty)
    }

    @Test
    func `XWDatabase: no row and no value is lost where properties come, go, and get other names`()
      throws
    {
      try fill([XWDatabase.First.Person.self]) { store in
        try store.insert(
          XWDatabase.First.Person(cardID: "1", name: "Ada", sex: "f", age: "36", nick: "A"))
        try store.partition("10010a").insert(
          XWDatabase.First.Person(cardID: "1", name: "Bob", sex: "m", age: "9", nick: nil))
      }
      let error = expectCause(MigrationError.self) {
        try Store(path, models: [XWDatabase.Person.self])
      }
      // The name is declared; the type and the property that is gone are not.
      let changes = error?.differences.first?.changes.filter { !$0.isAutomatic } ?? []
      #expect(changes.count == 2)
      let store = try Store(path, models: [XWDatabase.Person.self], migrations: XWDatabase.plan)
      #expect(
        try store.get(XWDatabase.Person.self, "1")
          == .init(cardID: "1", name: "Ada", sex: "f", age: 36, birthday: nil))
      #expect(try store.partition("10010a").get(XWDatabase.Person.self, "1")?.age == 9)
      #expect(try store.fetch(XWDatabase.Person.where { $0.age > 9 }).count == 1)
    }
  }
#endif
