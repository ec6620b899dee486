#if Macros
  import Lode
  import LodeModels
  import LodeTestErrors
  import LodeTestSupport
  import Testing

  private enum Old {
    @Model("contact") struct Contact {
      @Key var id: Int
      var mail: String
    }
  }

  private enum Moved {
    @Model("contact") struct Contact {
      @Key var id: Int
      var mail: String
    }
  }

  private enum Named {
    @Model("contact", was: ["Old.Contact"]) struct Contact {
      @Key var id: Int
      var mail: String
    }
  }

  @Suite("Types that move into another namespace")
  struct MovedTypeTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
      directory = try TemporaryDirectory()
      path = directory.file("s")
      let store = try Store(path, models: [Old.Contact.self])
      defer { store.close() }
      try store.put(Old.Contact(id: 1, mail: "ada@example.org"))
    }

    // The store opened, queries found nothing, and a save replaced the row without a word.
    @Test func `a moved type without its former name does not open the store`() throws {
      let error = expectCause(MigrationError.self) {
        try Store(path, models: [Moved.Contact.self])
      }
      #expect(error?.code == .needed && error?.collection == "contact")
      #expect(error.map { "\($0)" }?.contains(#"was: ["Old.Contact"]"#) == true)
      let store = try Store(path)
      defer { store.close() }
      #expect(throws: StoreError.self) { try store.put(Moved.Contact(id: 1, mail: "lost")) }
      #expect(try store.get(Old.Contact.self, 1)?.mail == "ada@example.org")
    }

    @Test func `a moved type with its former name has its rows`() throws {
      let store = try Store(path, models: [Named.Contact.self])
      defer { store.close() }
      #expect(try store.get(Named.Contact.self, 1)?.mail == "ada@example.org")
      #expect(try store.count(Named.Contact.where { $0.mail == "ada@example.org" }) == 1)
    }

    @Test func `a collection whose rows were deleted may get another type`() throws {
      let store = try Store(path)
      try store.deleteAll(Old.Contact.self)
      store.close()
      let again = try Store(path, models: [Moved.Contact.self])
      defer { again.close() }
      try again.put(Moved.Contact(id: 1, mail: "new"))
      #expect(try again.get(Moved.Contact.self, 1)?.mail == "new")
    }
  }
#endif
