import LodeModels
import LodeTestErrors
import LodeTestSupport
import Testing

/// A person's home, to have a nested structure.
private struct Home: Archivable, Equatable {
  var city: String
  static let archiveSchema = ArchiveSchema("Home", fields: [.init("city", String.self)])
  init(_ city: String) { self.city = city }
  func encode(to archive: inout ArchiveWriter) throws { try archive.encode(city) }
  init(from archive: inout ArchiveReader) throws { city = try archive.decode(0) }
}

/// A model with a renamed property, a nested structure, and a dictionary.
private struct Friend: Archivable, Model, Equatable {
  var id: Int
  var sex: String?
  var home: Home?
  var notes: [String: String] = [:]

  static let collectionName = "friend"
  static let keyFields = ["id"]
  var primaryKey: Int { id }
  static let archiveSchema = ArchiveSchema(
    "Friend",
    fields: [
      .init("id", Int.self), .init("gender", String?.self, property: "sex"),
      .init("home", Home?.self), .init("notes", [String: String].self),
    ])

  init(_ id: Int, sex: String? = nil, home: Home? = nil) {
    (self.id, self.sex, self.home) = (id, sex, home)
  }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(sex)
    try archive.encode(home)
    try archive.encode(notes)
  }

  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    sex = try archive.decode(1)
    home = try archive.decode(2)
    notes = try archive.decode(3)
  }
}

/// An index definition with a typo.
private protocol Misspelt { static var index: IndexDefinition { get } }

private enum MisspeltPart: Misspelt { static let index = IndexDefinition("emial").unique() }
private enum MisspeltCondition: Misspelt {
  static let index = IndexDefinition("email").only(where: .isNil("emial"))
}
private enum MisspeltCarried: Misspelt {
  static let index = IndexDefinition("id").carrying("emial")
}
private enum MisspeltSearch: Misspelt { static let index = IndexDefinition(search: ["emial"]) }

/// A model whose index has a typo.
private struct Typo<Index: Misspelt>: Archivable, Model {
  var id = 0
  var email = ""
  static var collectionName: String { "typo" }
  static var keyFields: [String] { ["id"] }
  static var indexes: [IndexDefinition] { [Index.index] }
  var primaryKey: Int { id }
  static var archiveSchema: ArchiveSchema {
    ArchiveSchema("Typo", fields: [.init("id", Int.self), .init("email", String.self)])
  }
  init() {}
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(email)
  }
  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    email = try archive.decode(1)
  }
}

/// A model whose index is declared by the name of the Swift property.
private struct Indexed: Archivable, Model {
  var id = 0
  var sex = ""
  static let collectionName = "indexed"
  static let keyFields = ["id"]
  static let indexes = [IndexDefinition("sex")]
  var primaryKey: Int { id }
  static let archiveSchema = ArchiveSchema(
    "Indexed", fields: [.init("id", Int.self), .init("gender", String.self, property: "sex")])
  init(_ id: Int, _ sex: String) { (self.id, self.sex) = (id, sex) }
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(sex)
  }
  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    sex = try archive.decode(1)
  }
}

@Suite struct `Names of fields in queries of models` {
  let fixture: TestStore
  var store: Store { fixture.store }

  init() throws {
    fixture = try TestStore()
    try fixture.store.insert(Person(1, "Ada", age: 36))
    try fixture.store.insert(Person(2, "Bo"))
    try fixture.store.insert(Friend(1, sex: "f", home: Home("Oslo")))
    try fixture.store.insert(Friend(2))
  }

  /// A misspelt field is nil in every row, so the delete would have taken all of them.
  @Test func `a delete of models with a misspelt field deletes nothing`() throws {
    let error = #expect(throws: ConditionError.self) {
      try store.delete(Query<Person>(parsing: "id > 0 AND nmae IS NULL"))
    }
    #expect(error?.code == .unknownField && error?.offset == 11)
    #expect(error?.message == #"No field "nmae" in Person. Did you mean "name"?"#)
    expectCause(ConditionError.self) {
      try store.delete(Query<Person>().filter(.isNil("nmae")))
    }
    expectCause(ConditionError.self) {
      try store.delete(Query<Person>().filter(.isNil("nmae")).lenient())
    }
    expectCause(ConditionError.self) {
      try store.update(Query<Person>().filter(.isNil("nmae")).lenient()) { $0.age = 1 }
    }
    #expect(try store.count(Query<Person>()) == 2)
  }

  @Test func `a query for all rows is no way to delete or update them`() throws {
    for query in [try Query<Person>(parsing: " "), Query(), try Query(parsing: "LIMIT 1")] {
      let error = expectCause(ConditionError.self) { try store.delete(query) }
      #expect(error?.code == .missingCondition)
      expectCause(ConditionError.self) { try store.update(query) { $0.age = 1 } }
      expectCause(ConditionError.self) { try store.update(query, set: ["age": 1]) }
    }
    #expect(try store.count(Query<Person>()) == 2)
    #expect(try store.update(Query<Person>(parsing: "TRUE"), set: ["age": 1]).matched == 2)
    #expect(try store.delete(Query<Person>().order(by: .ascending("id")).limit(1)) == 1)
    #expect(try store.deleteAll(Person.self) == 1)
  }

  @Test func `every part of a query checks its names when it runs`() throws {
    let all = Query<Person>()
    let calls: [() throws -> Void] = [
      { _ = try store.fetch(all.filter(.isNil("nmae"))) },
      { _ = try store.fetch(all.order(by: .ascending("nmae"))) },
      { _ = try store.count(all.filter(.comparison("nmae", .equal, "name"))) },
      { _ = try store.read { try $0.select(["nmae"], all) } },
      { _ = try store.read { try $0.select(["nmae"], distinct: true, all) } },
      { _ = try store.read { try $0.groups(by: ["nmae"], [.count], all) } },
      { _ = try store.read { try $0.groups(by: ["name"], [.sum("aeg")], all) } },
      { _ = try store.read { try $0.aggregate(.maximum("aeg"), all) } },
      { _ = try store.read { try $0.sections(by: "nmae", all) } },
      { _ = try store.read { try $0.explain(all, selecting: ["nmae"]) } },
      { _ = try store.read { try $0.fetchPage(all.order(by: .descending("nmae")), limit: 1) } },
      { _ = try store.update(try Query<Person>(parsing: "id = 1"), set: ["nmae": "x"]) },
    ]
    for (number, call) in calls.enumerated() {
      let error = expectCause(ConditionError.self, "call \(number)") { try call() }
      #expect(error?.code == .unknownField, "call \(number)")
    }
    #expect(throws: ConditionError.self) { _ = try Query<Person>(parsing: "ORDER BY nmae") }
    // Checked before the first row, so an empty collection has the error too.
    let malformed = Condition.not(.matches(.path("$key"), "("))
    let error = expectCause(ConditionError.self) {
      try store.documents("none").fetch(Selection(malformed))
    }
    #expect(error?.code == .invalidExpression)
    #expect(try store.fetch(all.filter(.isNil("nmae")).lenient()).count == 2)
    #expect(try store.read { try $0.select(["nmae"], all.lenient()) }.count == 2)
  }

  @Test func `a field is found by its stored name and by the name of the property`() throws {
    #expect(try store.fetch(Query<Friend>(parsing: "sex = 'f'")).map(\.id) == [1])
    #expect(try store.fetch(Query<Friend>(parsing: "gender = 'f'")).map(\.id) == [1])
    #expect(try store.count(Query<Friend>().filter(.isNil("sex"))) == 1)
    #expect(
      try store.read { try $0.select(["sex"], Query<Friend>(parsing: "ORDER BY sex DESC LIMIT 1")) }
        == [["sex": "f"]])
    #expect(try store.read { try $0.groups(by: ["sex"], [.count], Query<Friend>()) }.count == 2)
    try store.read { transaction in
      #expect(try transaction.aggregate(.maximum("sex"), Query<Friend>()) == "f")
      let sections = try transaction.sections(by: "sex", Query<Friend>())
      #expect(sections.map(\.title) == [.null, "f"])
    }
    #expect(try store.update(Query<Friend>(parsing: "id = 2"), set: ["sex": "m"]).changed == 1)
    #expect(try store.get(Friend.self, 2)?.sex == "m")
  }

  @Test func `an index that is made at run time has stored names`() throws {
    try store.createIndex(IndexDefinition("gender"), on: "friend")
    let error = expectCause(ConditionError.self) {
      try store.createIndex(IndexDefinition("sex"), on: "friend")
    }
    #expect(error?.message.hasPrefix(#"No field "sex" in "friend". Fields are "gender""#) == true)
    for definition in [
      IndexDefinition("id").carrying("gendre"), IndexDefinition("id").only(where: .isNil("gendre")),
      IndexDefinition(search: ["gendre"]),
    ] {
      let error = expectCause(ConditionError.self) {
        try store.createIndex(definition, on: "friend")
      }
      #expect(error?.message == #"No field "gendre" in "friend". Did you mean "gender"?"#)
    }
  }

  @Test func `the error has the position of a misspelt order`() {
    let error = #expect(throws: ConditionError.self) {
      try Query<Person>(parsing: "age > 3 ORDER BY nmae")
    }
    #expect(error?.code == .unknownField && error?.offset == 17)
  }

  @Test func `names inside of structures are checked, and those of dictionaries are free`() throws {
    let error = #expect(throws: ConditionError.self) {
      try Query<Friend>(parsing: "home.ctiy = 'Oslo'")
    }
    #expect(error?.message == #"No field "ctiy" in "home" of Friend. Did you mean "city"?"#)
    #expect(throws: ConditionError.self) { try Query<Friend>(parsing: "id.value = 1") }
    #expect(try store.count(Query<Friend>(parsing: "home.city = 'Oslo'")) == 1)
    #expect(try store.count(Query<Friend>().filter(.isNil("notes.anything"))) == 2)
  }

  @Test func `a path behind a reference gets the advice to compare the reference with a key`() {
    let error = #expect(throws: ConditionError.self) {
      try Query<Sample>(parsing: "boss.name = 'Ada'")
    }
    #expect(error?.code == .unknownField && error?.offset == 0)
    #expect(error?.message.contains("compare it with a key") == true)
  }

  @Test func `text in double quotes gets the advice to use single quotes`() throws {
    let error = #expect(throws: ConditionError.self) {
      try Query<Person>(parsing: #"age > 3 AND name = "Ada""#)
    }
    #expect(error?.code == .unknownField && error?.offset == 19)
    #expect(error?.message.hasSuffix("Write text in single quotes: name = 'Ada'") == true)
    #expect(try store.count(Query<Person>(parsing: #""name" = 'Ada'"#)) == 1)
  }

  /// The unique index would have been accepted, and would have protected nothing.
  @Test func `an index of a misspelt field keeps a store from opening`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("s")
    let typos: [any Model.Type] = [
      Typo<MisspeltPart>.self, Typo<MisspeltCondition>.self, Typo<MisspeltCarried>.self,
      Typo<MisspeltSearch>.self,
    ]
    for typo in typos {
      let error = expectCause(ConditionError.self) { _ = try Store(path, models: [typo]) }
      #expect(error?.message == #"No field "emial" in Typo. Did you mean "email"?"#, "\(typo)")
    }
    expectCause(ConditionError.self) { try store.insert(Typo<MisspeltPart>()) }
    let opened = try Store(path, models: [Indexed.self])
    defer { opened.close() }
    try opened.insert(Indexed(1, "f"))
    #expect(
      try "\(opened.read { try $0.explain(Query<Indexed>(parsing: "sex = 'f'")) })".contains(
        "index sex"))
  }
}
