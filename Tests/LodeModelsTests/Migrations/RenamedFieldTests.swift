#if Macros
  import Foundation
  import Lode
  import LodeModels
  import LodeTestSupport
  import Testing

  private enum First {
    @Model("writer", archive: "Writer") struct Writer: Equatable {
      @Key var id: Int
      @Unique var mail: String
      @Searchable var bio: String
    }
  }

  private enum Second {
    @Model("writer", version: 2, archive: "Writer") struct Writer: Equatable {
      @Key var id: Int
      @Stored(was: "mail") @Unique var address: String
      @Stored(was: "bio") @Searchable var about: String
    }
  }

  @Suite("Rows whose fields have other names now are found by them")
  struct RenamedFieldTests {
    @Test(arguments: [false, true])
    func `by conditions, indexes and searches, with a step or without`(hasStep: Bool) throws {
      let directory = try TemporaryDirectory()
      let path = directory.file("s")
      let old = try Store(path, models: [First.Writer.self])
      try old.insert(First.Writer(id: 1, mail: "a@x", bio: "likes cats"))
      old.close()
      let plan = MigrationPlan {
        if hasStep { Step(Second.Writer.self, from: 1, to: 2) { _ in } }
      }
      let store = try Store(path, models: [Second.Writer.self], migrations: plan)
      #expect(try store.get(Second.Writer.self, 1)?.address == "a@x")
      #expect(try store.count(Second.Writer.where { $0.address == "a@x" }) == 1)
      #expect(try store.count(Second.Writer.matching("cats")) == 1)
      #expect(throws: StoreError.self) {
        try store.insert(Second.Writer(id: 2, address: "a@x", about: ""))
      }
    }
  }
#endif
