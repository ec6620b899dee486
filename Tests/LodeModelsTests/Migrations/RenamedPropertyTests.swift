#if Macros
  import Lode
  import LodeModels
  import LodeTestSupport
  import Testing

  private enum RenamedAuthor {
    @Archivable("Address") struct Address: Equatable {
      var city: String
    }

    @Model("author", archive: "Author") struct First {
      @Key var id: Int
      var name: String
      var home: Address
    }

    @Model("author", version: 2, archive: "Author") struct Author: Equatable {
      @Key var id: Int
      @Stored(was: "name") @Index var penName: String
      var home: Address
      var books = 1
    }
  }

  @Suite("Properties that were renamed or added, as rows of earlier versions have them")
  struct RenamedPropertyTests {
    private typealias Author = RenamedAuthor.Author

    let directory: TemporaryDirectory
    var path: String { directory.file("s") }

    init() throws {
      directory = try TemporaryDirectory()
      let store = try Store(path, models: [RenamedAuthor.First.self])
      try store.insert(RenamedAuthor.First(id: 1, name: "Ada", home: .init(city: "Oslo")))
      store.close()
    }

    private let ada = Author(id: 1, penName: "Ada", home: .init(city: "Oslo"))

    @Test(arguments: [MigrationOptions.Mode.atOpen, .online, .lazy])
    func `are asked for without a step when they were renamed`(mode: MigrationOptions.Mode) throws {
      let store = try Store(path, models: [Author.self], migrating: MigrationOptions(mode))
      #expect(try store.get(Author.self, 1) == ada)
      #expect(try store.fetch(Author.where { $0.penName == "Ada" }) == [ada])
      #expect(try store.verify().isSound)
      try store.migrateRows()
      #expect(try store.fetch(Author.where { $0.penName == "Ada" }) == [ada])
      store.close()
      let again = try Store(path, models: [Author.self])
      #expect(try again.migrateRows().rows == 0)
      #expect(try again.fetch(Author.where { $0.penName == "Ada" }) == [ada])
    }

    @Test func `are asked for at once when they were added`() throws {
      let store = try Store(path, models: [Author.self])
      #expect(try store.fetch(Author.where { $0.books == 1 }) == [ada])
      try store.put(ada)
      #expect(try store.fetch(Author.where { $0.books == 1 }) == [ada])
    }

    @Test(arguments: [MigrationOptions.Mode.atOpen, .online, .lazy])
    func `are asked for at once when a step names them`(mode: MigrationOptions.Mode) throws {
      let plan = MigrationPlan {
        Step(Author.self, from: 1, to: 2) { record in
          record.rename("name", to: "penName")
          record.setIfAbsent("books", 1)
        }
      }
      let store = try Store(
        path, models: [Author.self], migrations: plan, migrating: MigrationOptions(mode))
      #expect(try store.fetch(Author.where { $0.penName == "Ada" }) == [ada])
      #expect(try store.fetch(Author.where { $0.books == 1 }) == [ada])
      #expect(try store.verify().isSound)
    }
  }
#endif
