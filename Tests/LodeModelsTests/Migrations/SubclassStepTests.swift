#if Macros
  import Lode
  import LodeModels
  import LodeCoding
  import LodeStore
  import LodeTestSupport
  import Testing

  private enum First {
    @Archivable("Animal", superclass: nil) class Animal {
      var name: String
      init(name: String) { self.name = name }
    }

    @Archivable("Dog", superclass: Animal.self) final class Dog: Animal {
      var barks = true
      override init(name: String) { super.init(name: name) }
    }

    @Archivable("Zoo") struct Zoo { var animals: [Animal] }
  }

  private enum Second {
    @Archivable("Animal", superclass: nil) class Animal {
      var name: String
      init(name: String) { self.name = name }
    }

    @Archivable("Dog", superclass: Animal.self) final class Dog: Animal {
      var barks = true
      override init(name: String) { super.init(name: name) }
    }

    @Archivable("Zoo", version: 2) struct Zoo { var residents: [Animal] }
  }

  @Suite("Rows with instances of subclasses go through the steps of what they are in")
  struct SubclassStepTests {
    @Test(arguments: [MigrationOptions.atOpen, .lazy])
    func `the plan names the subclass`(_ options: MigrationOptions) throws {
      let directory = try TemporaryDirectory()
      let path = directory.file("s")
      let old = try Store(path)
      try old["zoo"].put(
        First.Zoo(animals: [First.Dog(name: "Rex"), First.Animal(name: "Leo")]), forKey: 1)
      old.close()
      let plan = MigrationPlan(types: [Second.Animal.self, Second.Dog.self]) {
        Step(Second.Zoo.self, from: 1, to: 2) { $0.rename("animals", to: "residents") }
      }
      let store = try Store(path, models: [], migrations: plan, migrating: options)
      let allowed: AllowedTypes = [Second.Dog.self]
      let zoo = try #require(try store["zoo"].get(1, as: Second.Zoo.self, allowing: allowed))
      #expect(zoo.residents.map(\.name) == ["Rex", "Leo"])
      #expect((zoo.residents[0] as? Second.Dog)?.barks == true)
      #expect(try store.migrateRows().failedRows == 0)
    }
  }
#endif
