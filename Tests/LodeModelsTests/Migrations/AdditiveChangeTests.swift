#if Macros
  import Lode
  import LodeModels
  import LodeStore
  import LodeTestSupport
  import Testing

  /// A type as successive programs have it, none of which counts its version up.
  private enum Grown {
    @Archivable("Mood") enum OldMood { case calm }
    @Archivable("Mood") enum Mood: Equatable { case calm, loud(Int = 3) }

    @Model("pet", archive: "Pet", indexes: [IndexDefinition("name")]) struct First {
      @Key var id: Int
      var name: String
      var weight: Int32
      var mood: OldMood = .calm
    }

    @Model("pet", archive: "Pet") struct Second: Equatable {
      @Key var id: Int
      var name: String
      var weight: Int
      var mood: Mood = .calm
      var legs = 4
      var owner: String?
    }

    @Model("pet", archive: "Pet") struct Third {
      @Key var id: Int
      var name: String
      var weight: Int
      var mood: Mood = .calm
      var legs = 4
      var owner: String?
      var wings = 0
    }

    @Model("pet", version: 2, archive: "Pet") struct Counted {
      @Key var id: Int
      var name: String
      var weight: Int
      var mood: Mood = .calm
      var legs = 4
    }

    @Model("pet", archive: "Pet") struct Narrow {
      @Key var id: Int
      var name: String
      var weight: Int16
      var mood: Mood = .calm
    }

    @Model("pet", archive: "Pet") struct Required {
      @Key var id: Int
      var name: String
      var weight: Int
      var mood: Mood = .calm
      var chip: String
    }
  }

  @Suite("Changes that lose nothing need no new version")
  struct AdditiveChangeTests {
    let directory: TemporaryDirectory
    var path: String { directory.file("s") }

    init() throws {
      directory = try TemporaryDirectory()
      let store = try Store(path, models: [Grown.First.self])
      try store.insert(Grown.First(id: 1, name: "Rex", weight: 9))
      store.close()
    }

    @Test func `added properties, wider numbers, new cases and removed indexes are accepted`()
      throws
    {
      let store = try Store(path, models: [Grown.Second.self])
      let rex = Grown.Second(id: 1, name: "Rex", weight: 9)
      #expect(try store.get(Grown.Second.self, 1) == rex)
      #expect(try store.fetch(Grown.Second.where { $0.legs == 4 && $0.weight == 9 }) == [rex])
      #expect(try store.indexes(of: "pet").isEmpty)
      let tom = Grown.Second(id: 2, name: "Tom", weight: 5_000_000_000, mood: .loud(7), legs: 3)
      try store.insert(tom)
      #expect(try store.fetch(Grown.Second.self) == [rex, tom])
      #expect(try store.schemaChanges(to: [Grown.Second.self]).allSatisfy { !$0.needsStep })
      store.close()
      let third = try Store(path, models: [Grown.Third.self])
      #expect(try third.fetch(Grown.Third.where { $0.wings == 0 }).map(\.legs) == [4, 3])
    }

    @Test func `the recorded version advances by itself`() throws {
      func version(_ store: Store) throws -> Int? {
        try store.read { try $0.migrationRecords().types["Pet"]?.version }
      }
      let first = try Store(path, models: [Grown.First.self])
      #expect(try version(first) == 1)
      first.close()
      let second = try Store(path, models: [Grown.Counted.self])
      #expect(try version(second) == 2)
      #expect(try second.read { try $0.fetch(Grown.Counted.where { $0.legs == 4 }).count } == 1)
      let revision = try second.revision
      second.close()
      let again = try Store(path, models: [Grown.Counted.self])
      #expect(try version(again) == 2)
      #expect(try again.revision == revision)
    }

    /// What somebody would have lost: the values of the properties that the older program does not
    /// have.
    @Test func `a program without a property that a later one stored is refused`() throws {
      let store = try Store(path, models: [Grown.Second.self])
      try store.insert(Grown.Second(id: 2, name: "Tom", weight: 5))
      store.close()
      let error = #expect(throws: StoreError.self) {
        _ = try Store(path, models: [Grown.First.self])
      }
      #expect(error?.code == .schemaDrift)
      #expect(
        error?.context.contains("legs: int64 is in the store, but not in the program") == true)
      let unnamed = try Store(path)
      #expect(throws: StoreError.self) {
        try unnamed.put(Grown.First(id: 3, name: "Ben", weight: 1))
      }
    }

    // A program that tried again after the error replaced rows, and lost the fields that it lacks.
    @Test func `a program that lacks a property is refused at each write, not only at the first`()
      throws
    {
      let store = try Store(path, models: [Grown.Second.self])
      try store.insert(Grown.Second(id: 2, name: "Tom", weight: 5))
      store.close()
      let unnamed = try Store(path)
      for _ in 0..<3 {
        let error = #expect(throws: StoreError.self) {
          try unnamed.put(Grown.First(id: 2, name: "Tom", weight: 6))
        }
        #expect(error?.code == .schemaDrift)
      }
      unnamed.close()
      let again = try Store(path, models: [Grown.Second.self])
      #expect(try again.get(Grown.Second.self, 2)?.weight == 5)
    }

    // Queries missed the rows of earlier versions, because the default was never recorded.
    @Test func `a first write that rolls back does not keep the next one from recording defaults`()
      throws
    {
      struct Unwanted: Error {}
      let store = try Store(path)
      #expect(throws: Unwanted.self) {
        try store.write { transaction in
          try transaction.put(Grown.Second(id: 2, name: "Tom", weight: 5))
          throw Unwanted()
        }
      }
      try store.write { transaction in
        #expect(throws: Unwanted.self) {
          try transaction.savepoint { savepoint in
            try savepoint.put(Grown.Second(id: 3, name: "Tim", weight: 5))
            throw Unwanted()
          }
        }
      }
      try store.put(Grown.Second(id: 4, name: "Kim", weight: 5))
      #expect(try store.fetch(Grown.Second.where { $0.legs == 4 }).map(\.id) == [1, 4])
    }

    @Test func `a narrower number and a required property without a default are refused`() throws {
      let narrow = #expect(throws: StoreError.self) {
        _ = try Store(path, models: [Grown.Narrow.self])
      }
      #expect(narrow?.code == .schemaDrift && narrow?.context.contains("weight is int32") == true)
      let required = #expect(throws: StoreError.self) {
        _ = try Store(path, models: [Grown.Required.self])
      }
      #expect(required?.code == .schemaDrift)
      #expect(required?.context.contains("chip: string is not in the store") == true)
    }
  }
#endif
