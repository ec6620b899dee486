import LodeModels

/// A version of ``Person``, as one program of the crash workload has it.
protocol PersonVersion: Model where PrimaryKey == Int {
  init(_ person: Person)
  /// The same values in the second version.
  var person: Person { get }
}

extension Person: PersonVersion {
  init(_ person: Person) { self = person }
  var person: Person { self }
}

extension Person.Old: PersonVersion {
  var person: Person { Person(id: id, name: name, city: town, age: Int(age), email: mail) }
}

extension Person {
  init(id: Int, name: String, city: String, age: Int, email: String) {
    (self.id, self.name, self.city) = (id, name, city)
    (self.age, self.email) = (age, email)
  }

  /// The model as a later version of the program has it; rows become it in small batches.
  struct New: Archivable, PersonVersion {
    var values: Person

    static let collectionName = Person.collectionName
    static let keyFields = ["id"]
    static let indexes = [
      IndexDefinition("city", "age", name: "ordered city"),
      IndexDefinition("address", name: "unique email").unique(),
      IndexDefinition("city", name: "counting city").counting("age"),
      IndexDefinition(search: ["name"], name: "search name"),
    ]
    var primaryKey: Int { values.id }
    var person: Person { values }

    static let archiveSchema = ArchiveSchema(
      "Person", version: 3,
      fields: [
        .init("id", Int.self), .init("name", String.self), .init("city", String.self),
        .init("age", Int.self), .init("address", String.self),
      ])
    func encode(to archive: inout ArchiveWriter) throws { try values.encode(to: &archive) }
    init(from archive: inout ArchiveReader) throws { values = try Person(from: &archive) }
    init(_ person: Person) { values = person }

    static let plan = MigrationPlan {
      Step(Person.New.self, from: 1, to: 2) { record in
        record.rename("town", to: "city")
        record.rename("mail", to: "email")
      }
      Step(Person.New.self, from: 2, to: 3) { $0.rename("email", to: "address") }
    }
  }
}
