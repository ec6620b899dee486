#if Macros
  import Foundation
  import Lode
  import LodeModels
  import LodeTestSupport
  import Testing

  /// A type before and after it got properties with defaults.
  private enum Added {
    enum Status: String, ArchivableValue { case active, left }

    @Archivable("Home") struct OldHome {
      var city: String
    }

    @Archivable("Home", version: 2) struct Home: Equatable {
      var city: String
      var zip = "0150"
    }

    @Archivable("Level") struct OldLevel {
      var name: String
    }

    @Archivable("Level", version: 2) struct Level: Equatable {
      var name: String
      var points = 10
    }

    @Model("member", archive: "Member") struct Old {
      @Key var id: Int
      var home: OldHome
    }

    @Model("member", version: 2, archive: "Member") struct Member: Equatable {
      @Key var id: Int
      var home: Home
      var visits = 3
      var mail: String? = "none"
      var status: Status = .active
      var level: Level = Level(name: "new")
      var about = "Likes green tea"
      var tags: [String] = ["tea", "cake"]
      var nickname: String?
    }

    @Model("member", version: 3, archive: "Member") struct Later {
      @Key var id: Int
      var home: Home
      var visits = 4
    }

    @Model("member", version: 2, archive: "Member") struct Generous {
      @Key var id: Int
      var home: Home
      var visits = 4
      var mail: String? = "none"
      var status: Status = .active
      var level: Level = Level(name: "new")
      var about = "Likes green tea"
      var tags: [String] = ["tea", "cake"]
      var nickname: String?
    }

    @Model("member", version: 2, archive: "Member") struct Stamped {
      @Key var id: Int
      var home: Home
      var code: UUID = UUID()
      var joined: Date = Date()
    }

    @Model("member", version: 2, archive: "Member", indexes: [IndexDefinition("visits").unique()])
    struct Unique {
      @Key var id: Int
      var home: Home
      var visits = 3
    }
  }

  @Suite("Properties that were added with a default are found as they are read")
  struct AddedPropertyTests {
    private typealias Member = Added.Member

    let directory: TemporaryDirectory
    var path: String { directory.file("s") }

    /// Two rows are of the first version.
    init() throws {
      directory = try TemporaryDirectory()
      let store = try Store(path, models: [Added.Old.self])
      try store.insert(Added.Old(id: 1, home: .init(city: "Oslo")))
      try store.insert(Added.Old(id: 2, home: .init(city: "Bergen")))
      store.close()
    }

    /// A third row is of the second one.
    private func open() throws -> Store {
      let store = try Store(path, models: [Member.self])
      try store.put(
        Member(
          id: 3, home: .init(city: "Oslo", zip: "0151"), visits: 5, mail: nil, status: .left,
          level: .init(name: "old", points: 90), about: "Coffee", tags: [], nickname: "C"))
      return store
    }

    private static let conditions = [
      "visits = 3", "visits > 2", "visits BETWEEN 1 AND 4", "visits IN (3, 4)", "visits + 1 = 4",
      "mail = 'none'", "mail IS NULL", "NOT mail = 'none'", "status = 'active'",
      "home.zip = '0150'", "home.zip LIKE '015%'", "level.points = 10", "level.name = 'new'",
      "about CONTAINS 'tea'", "tags CONTAINS 'cake'", "nickname IS NULL", "visits IS NULL",
      "level IS NULL", "visits < home.zip", "visits = level.points OR id = 2",
    ]

    /// What somebody would have lost: the rows that existed when the property was added.
    @Test(arguments: conditions)
    func `conditions find what reads return`(text: String) throws {
      let store = try open()
      let query = try Query<Member>(parsing: text)
      let condition = query.selection.condition
      let expected = try store.fetch(Member.self).filter { member in
        let row = try Archive(archiving: member)
        return try condition.evaluate { row.value(at: $0) } == true
      }
      #expect(try store.fetch(query) == expected)
      #expect(try store.count(query) == expected.count)
    }

    @Test func `orders, groups, aggregates and selected values have the default`() throws {
      let store = try open()
      let all = Query<Member>()
      #expect(
        try store.fetch(try Query<Member>(parsing: "TRUE ORDER BY visits DESC, id DESC")).map(\.id)
          == [3, 2, 1])
      #expect(try store.read { try $0.aggregate(.sum("visits"), all) } == 11)
      #expect(try store.read { try $0.aggregate(.minimum("home.zip"), all) } == "0150")
      let groups = try store.read {
        try $0.groups(by: ["status"], [.count, .sum("level.points")], all)
      }
      #expect(groups.map { $0.values } == [["active"], ["left"]])
      #expect(groups.map { $0.results } == [[2, 20], [1, 90]])
      let selected = try store.read { try $0.select(["visits", "home.zip", "mail"], all) }
      #expect(selected.first == ["visits": 3, "home.zip": "0150", "mail": "none"])
      #expect(
        try store.read { try $0.fields(["visits", "about"], of: Member.self, 1) }?["visits"] == 3)
    }

    private static let indexes: [IndexDefinition] = [
      IndexDefinition("visits"), IndexDefinition(.descending("visits")),
      IndexDefinition("visits").carrying("mail", "home.zip"), IndexDefinition("home.zip", "visits"),
      IndexDefinition("status").counting("visits"), IndexDefinition(.each("tags")),
      IndexDefinition("level.points"), IndexDefinition(.folded("mail")).includingNil(),
      IndexDefinition("id").only(where: .comparison(.path("visits"), .equal, .value(3))),
      IndexDefinition(search: [SearchField("about")]), IndexDefinition("visits", "id").unique(),
    ]

    @Test(arguments: indexes)
    func `every index has entries of the default`(index: IndexDefinition) throws {
      let store = try open()
      try store.createIndex(index, on: "member")
      #expect(try store.indexes(of: "member").map(\.state) == [.ready])
      for text in Self.conditions {
        let query = try Query<Member>(parsing: text)
        let condition = query.selection.condition
        let expected = try store.fetch(Member.self).filter { member in
          let row = try Archive(archiving: member)
          return try condition.evaluate { row.value(at: $0) } == true
        }
        #expect(try store.fetch(query) == expected, "\(text)")
      }
      if index.kind == .search {
        #expect(try store.fetch(Member.matching("tea")).map(\.id) == [1, 2])
        let filtered = Member.matching("tea").filter(
          .comparison(.path("visits"), .equal, .value(3)))
        #expect(try store.fetch(filtered).map(\.id) == [1, 2])
      }
      // Entries go with their rows.
      try store.update(Member.self, 1) { $0.visits = 9 }
      try store.delete(Member.self, 2)
      #expect(try store.verify().problems == [])
      store.close()
      let tool = try Store(path)
      #expect(try tool.verify().problems == [])
      try tool.write { try $0["member"].delete(3) }
      #expect(try tool.verify().problems == [])
    }

    @Test func `a counting index and a covering one answer with the default alone`() throws {
      let store = try open()
      try store.createIndex(IndexDefinition("visits").counting(), on: "member")
      try store.createIndex(IndexDefinition("visits").carrying("home.zip"), on: "member")
      let groups = try store.read { try $0.groups(by: ["visits"], [.count], Query<Member>()) }
      #expect(groups.map(\.values) == [[3], [5]] && groups.map(\.results) == [[2], [1]])
      let rows = try store.read {
        try $0.select(["home.zip"], try Query<Member>(parsing: "visits = 3"))
      }
      #expect(rows == [["home.zip": "0150"], ["home.zip": "0150"]])
    }

    /// What somebody would have got: another row with the value that reads return for the older
    /// ones.
    @Test func `a unique index lets no row in that has the default of older ones`() throws {
      let store = try Store(path, models: [Added.Unique.self])
      #expect(try store.indexes(of: "member").map(\.state) == [.hasDuplicates])
      let error = #expect(throws: StoreError.self) {
        try store.insert(Added.Unique(id: 5, home: .init(city: "Moss"), visits: 3))
      }
      #expect(error?.code == .uniqueViolation)
      try store.insert(Added.Unique(id: 6, home: .init(city: "Moss"), visits: 4))
      #expect(try store.verify().problems == [])
    }

    @Test func `a program that knows no models sees the same in conditions, indexes and documents`()
      throws
    {
      let store = try open()
      try store.createIndex(IndexDefinition("visits"), on: "member")
      store.close()
      let tool = try Store(path)
      #expect(try tool.documents("member").count(Selection(parsing: "visits = 3")) == 2)
      #expect(try tool.documents("member").count(Selection(parsing: "home.zip = '0150'")) == 2)
      #expect(try tool.verify().problems == [])
    }

    @Test func `a program of the version before keeps the entries right`() throws {
      let store = try open()
      try store.createIndex(IndexDefinition("visits"), on: "member")
      store.close()
      let old = try Store(path)
      try old.insert(Added.Old(id: 7, home: .init(city: "Moss")))
      #expect(try old.verify().problems == [])
      old.close()
      let again = try Store(path, models: [Member.self])
      #expect(try again.fetch(try Query<Member>(parsing: "visits = 3")).map(\.id) == [1, 2, 7])
      #expect(try again.verify().problems == [])
    }

    @Test func `another default in a later program changes conditions and indexes`() throws {
      let store = try open()
      try store.createIndex(IndexDefinition("visits"), on: "member")
      store.close()
      let plan = MigrationPlan {
        Step(Added.Later.self, from: 2, to: 3) { record in
          for name in ["mail", "status", "level", "about", "tags", "nickname"] {
            record.remove(name)
          }
        }
      }
      let later = try Store(path, models: [Added.Later.self], migrations: plan)
      let visits = try later.fetch(Added.Later.self).map(\.visits)
      for count in 3...5 {
        let found = try later.count(Query<Added.Later>(parsing: "visits = \(count)"))
        #expect(found == visits.count { $0 == count })
      }
      #expect(try later.verify().problems == [])
    }

    @Test func `a default that differs each time has one value in a store`() throws {
      let store = try Store(path, models: [Added.Stamped.self])
      let first = try #require(try store.get(Added.Stamped.self, 1))
      let (code, joined) = (first.code, first.joined)
      let all = try store.fetch(Added.Stamped.self)
      #expect(all.allSatisfy { $0.code == code && $0.joined == joined })
      #expect(try store.count(Added.Stamped.where { $0.code == code }) == 2)
      try store.createIndex(IndexDefinition("code"), on: "member")
      store.close()
      let again = try Store(path, models: [Added.Stamped.self])
      #expect(try again.get(Added.Stamped.self, 2)?.code == code)
      #expect(try again.get(Added.Stamped.self, 2)?.joined == joined)
      #expect(try again.count(Added.Stamped.where { $0.code == code && $0.joined == joined }) == 2)
      #expect(try again.verify().problems == [])
    }

    @Test func `a store that is opened to be read only has the default as well`() throws {
      var options = StoreOptions()
      options.readOnly = true
      let store = try Store(path, models: [Member.self], options: options)
      #expect(try store.fetch(try Query<Member>(parsing: "visits = 3")).map(\.id) == [1, 2])
      #expect(try store.count(try Query<Member>(parsing: "visits IS NULL")) == 0)
    }

    @Test func `an index with another default is not used where it cannot be built anew`()
      throws
    {
      let writing = try open()
      try writing.createIndex(IndexDefinition("visits"), on: "member")
      writing.close()
      var options = StoreOptions()
      options.readOnly = true
      let store = try Store(path, models: [Added.Generous.self], options: options)
      #expect(try store.get(Added.Generous.self, 1)?.visits == 4)
      let found = try store.fetch(try Query<Added.Generous>(parsing: "visits = 4"))
      #expect(found.map(\.id) == [1, 2])
      #expect(try store.count(try Query<Added.Generous>(parsing: "visits = 3")) == 0)
      #expect(try store.indexes(of: "member").map(\.state) == [.disabled])
      store.close()
      // The store itself is as it was.
      let again = try Store(path, models: [Member.self])
      #expect(try again.indexes(of: "member").map(\.state) == [.ready])
      #expect(try again.count(try Query<Member>(parsing: "visits = 3")) == 2)
    }

    @Test func `a model that was not named has its defaults from its first save on`() throws {
      let store = try Store(path)
      try store.put(Member(id: 9, home: .init(city: "Moss")))
      #expect(try store.fetch(try Query<Member>(parsing: "visits = 3")).map(\.id) == [1, 2, 9])
    }

    /// What somebody would have lost: observers heard nothing of the row, because recording came
    /// first.
    @Test func `a first save that records defaults is a change, recording alone is none`() throws {
      let first = try Store(path)
      let revision = try first.revision
      first.close()
      let named = try Store(path, models: [Member.self])
      #expect(try named.revision == revision)
      try named.put(Member(id: 9, home: .init(city: "Moss")))
      #expect(try named.revision == revision + 1)
    }

    @Test func `edits that are staged start from the default`() throws {
      let store = try open()
      let session = try store.stage()
      try session.update(Member.self, 1) { $0.mail = "ada" }
      #expect(try session.fetch(Member.self).map(\.visits) == [3, 3, 5])
      _ = try session.save()
      #expect(
        try store.fetch(try Query<Member>(parsing: "visits = 3 AND mail = 'ada'")).map(\.id) == [1])
      #expect(try store.fetch(try Query<Member>(parsing: "visits = 3")).map(\.id) == [1, 2])
    }
  }
#endif
