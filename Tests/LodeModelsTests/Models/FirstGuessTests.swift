#if Macros
  import Lode
  import LodeModels
  import LodeTestErrors
  import LodeTestSupport
  import Testing

  @Model("book") private struct Book: Equatable {
    @Key var id: Int
    var title: String
    var pages = 100
  }

  /// Calls that people write before they read how they are named.
  @Suite("First guesses of newcomers work")
  struct FirstGuessTests {
    let fixture: TestStore
    var store: Store { fixture.store }
    private let emma = Book(id: 1, title: "Emma", pages: 474)
    private let ulysses = Book(id: 2, title: "Ulysses", pages: 732)

    init() throws {
      fixture = try TestStore([Book.self])
      try store.insert([emma, ulysses])
    }

    @Test func `a type alone is a query for all of its models`() throws {
      #expect(try store.fetch(Book.self) == [emma, ulysses])
      #expect(try store.read { try $0.fetch(Book.self) } == [emma, ulysses])
    }

    @Test func `arrays of models are inserted and put, all or none`() throws {
      let (third, fourth) = (Book(id: 3, title: "Dune"), Book(id: 4, title: "Solaris"))
      expect(.duplicateKey) { try store.insert([third, emma]) }
      #expect(try store.count(Book.self) == 2)
      #expect(try store.insert([third]) == [3])
      let outcome = try store.put([third, fourth])
      #expect(outcome.inserted == 1 && outcome.unchanged == 1)
      try store.write { transaction in
        try transaction.insert([Book(id: 6, title: "Valis")])
        try transaction.put([Book(id: 6, title: "VALIS")])
      }
      #expect(try store.get(Book.self, 6)?.title == "VALIS")
      #expect(try store.count(Book.self) == 5)
    }

    @Test func `the same calls wait without blocking in a task`() async throws {
      #expect(try await store.fetch(Book.self) == [emma, ulysses])
      try await store.insert([Book(id: 3, title: "Dune")])
      #expect(try await store.put([emma, Book(id: 4, title: "Solaris")]).inserted == 1)
      #expect(try await store.update(Book(id: 3, title: "DUNE")).changed == 1)
      let pets = store.documents("pets")
      try await pets.insert(["name": "Mia", "weight": 4])
      #expect(try await pets.fetch("weight < 10").count == 1)
      #expect(try await pets.first("weight < 1") == nil)
      #expect(try await pets.count("name = 'Mia'") == 1)
    }

    @Test func `a changed model is saved over its row, and a missing one is reported`() throws {
      var changed = emma
      changed.pages = 475
      let outcome = try store.update(changed)
      #expect(outcome.matched == 1 && outcome.changed == 1)
      #expect(try store.get(Book.self, 1) == changed)
      let again = try store.update(changed)
      #expect(again.matched == 1 && again.changed == 0)
      let missing = try store.write { try $0.update(Book(id: 9, title: "None")) }
      #expect(missing.matched == 0 && missing.changed == 0)
      #expect(try store.count(Book.self) == 2)
    }

    @Test func `a text is a query`() throws {
      #expect(try store.fetch(Query<Book>("pages > ?", parameters: [500])) == [ulysses])
      #expect(throws: ConditionError.self) { try Query<Book>("pagse > 500") }
    }

    @Test func `documents are chosen by a text, and a typo in it is an error`() throws {
      let pets = store.documents("pets")
      try pets.insert(["name": "Rex", "weight": 30])
      try pets.insert(["name": "Mia", "weight": 4])
      #expect(try pets.fetch("weight < 10").map { $0["name"] } == ["Mia"])
      #expect(try pets.first("TRUE ORDER BY weight DESC")?["name"] == "Rex")
      #expect(try pets.count("weight > ?", parameters: [3]) == 2)
      #expect(try store.read { try $0.documents("pets").fetch("weight < 10").count } == 1)
      expectCause(ConditionError.self) { try pets.count("wieght < 10") }
    }

    @Test func `options are named where they are made`() throws {
      let options = StoreOptions(maximumCollections: 64, requiresIndexes: true)
      #expect(options.maximumCollections == 64 && options.requiresIndexes)
      #expect(options.create && options.clock == StoreOptions().clock)
      let path = fixture.directory.file("other")
      let other = try Store(path, models: [Book.self], options: options)
      try other.insert(emma)
      other.close()
      let reader = try Store(path, options: StoreOptions(readOnly: true))
      expect(.readOnly) { try reader["a"].put(1, forKey: 1) }
    }
  }
#endif
