import LodeModels
import LodeTestErrors
import LodeTestSupport
import Testing

/// An animal of the first version of a program.
private struct Animal: Archivable {
  var name: String
  static let archiveSchema = ArchiveSchema("Animal", fields: [.init("name", String.self)])
  init(_ name: String) { self.name = name }
  func encode(to archive: inout ArchiveWriter) throws { try archive.encode(name) }
  init(from archive: inout ArchiveReader) throws { name = try archive.decode(0) }
}

/// The animal of the second version, which has a note.
private struct NotedAnimal: Archivable {
  var name: String
  var note: String?
  static let archiveSchema = ArchiveSchema(
    "Animal", version: 2, fields: [.init("name", String.self), .init("note", String?.self)])
  init(_ name: String, note: String) { (self.name, self.note) = (name, note) }
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(name)
    try archive.encode(note)
  }
  init(from archive: inout ArchiveReader) throws {
    name = try archive.decode(0)
    note = try archive.decode(1)
  }
}

@Suite struct `Names of fields in queries of documents` {
  let fixture: TestStore
  let pets: StoreDocuments
  var store: Store { fixture.store }

  init() throws {
    fixture = try TestStore()
    pets = fixture.store.documents("pets")
    try pets.put(["name": "Rex", "age": 3, "home": ["city": "Oslo"]], forKey: 1)
    try pets.put(["name": "Tom", "chip": .null], forKey: 2)
  }

  /// A misspelt field is nil in every document, so the delete would have taken all of them.
  @Test func `a delete of documents with a misspelt field deletes nothing`() throws {
    let error = expectCause(ConditionError.self) {
      try pets.delete(Selection(parsing: "nmae IS NULL"))
    }
    #expect(error?.code == .unknownField && error?.offset == 0)
    #expect(error?.message == #"No field "nmae" in "pets". Did you mean "name"?"#)
    for condition in [Condition.isNil("nmae"), .isNil("home.ctiy"), .isNil("name.first")] {
      let selection = Selection(condition)
      expectCause(ConditionError.self) { try pets.delete(selection) }
      expectCause(ConditionError.self) { try pets.delete(selection.lenient()) }
      expectCause(ConditionError.self) { try pets.update(selection.lenient(), set: ["age": 1]) }
      expectCause(ConditionError.self) { try pets.fetch(selection) }
      #expect(try pets.fetch(selection.lenient()).count == 2)
    }
    #expect(try pets.count == 2)
  }

  @Test func `an empty selection is no way to delete or update every document`() throws {
    for selection in [Selection(), try Selection(parsing: ""), try Selection(parsing: "LIMIT 9")] {
      let error = expectCause(ConditionError.self) { try pets.delete(selection) }
      #expect(error?.code == .missingCondition)
      expectCause(ConditionError.self) { try pets.update(selection, set: ["age": 1]) }
    }
    #expect(try pets.count == 2)
    #expect(try pets.delete(Selection(parsing: "TRUE LIMIT 1")) == 1)
    #expect(try pets.deleteAll() == 1)
  }

  @Test func `a name is known if any document has it, with whatever value`() throws {
    #expect(try pets.count(Selection(parsing: "chip IS NULL")) == 2)
    #expect(try pets.count(Selection(parsing: "home.city = 'Oslo'")) == 1)
    expectCause(ConditionError.self) { try pets.count(Selection(parsing: "owner = 'Ada'")) }
    try pets.put(["owner": "Ada"], forKey: 3)
    #expect(try pets.count(Selection(parsing: "owner = 'Ada'")) == 1)
    #expect(try store.read { try $0.documents("pets").select(["owner"], Selection()) }.count == 3)
    expectCause(ConditionError.self) {
      try store.read { try $0.documents("pets").select(["onwer"], Selection()) }
    }
    expectCause(ConditionError.self) {
      try store.read { try $0.documents("pets").groups(by: ["onwer"], [.count]) }
    }
    expectCause(ConditionError.self) {
      try store.read { try $0.documents("pets").aggregate(.sum("aeg")) }
    }
    expectCause(ConditionError.self) {
      try store.read { try $0.documents("pets").sections(by: "aeg") }
    }
  }

  /// A delete must not trust a name that all documents have lost since.
  @Test func `a delete asks the documents that there are now`() throws {
    try pets.put(["nmae": "Kim"], forKey: 3)
    #expect(try pets.count(Selection(parsing: "nmae IS NULL")) == 2)
    try pets.put(["name": "Kim"], forKey: 3)
    expectCause(ConditionError.self) { try pets.delete(Selection(parsing: "nmae IS NULL")) }
  }

  /// A component of the key was nil in every document, so the delete would have taken all of them.
  @Test(arguments: ["$key.nmae IS NULL", "NOT $key.name = 'Rex'"])
  func `keys of documents have no components`(text: String) throws {
    let selection = try Selection(parsing: text)
    let error = expectCause(ConditionError.self) { try pets.delete(selection) }
    #expect(error?.code == .unknownField)
    #expect(error?.message.contains(#"in "$key" of "pets". Write "$key""#) == true)
    expectCause(ConditionError.self) { try pets.delete(selection.lenient()) }
    expectCause(ConditionError.self) { try pets.update(selection, set: ["age": 1]) }
    expectCause(ConditionError.self) { try pets.count(selection) }
    expectCause(ConditionError.self) {
      try store.read { try $0.documents("pets").groups(by: ["$key.name"], [.count]) }
    }
    #expect(
      try store.read { try $0.documents("pets").select(["$key.name"], Selection().lenient()) } == [
        [:], [:],
      ])
    #expect(try pets.count == 2)
  }

  /// A name that only a recorded schema has switched the check off for all other names.
  @Test(arguments: ["note IS NULL AND nmae IS NULL", "nmae IS NULL AND note IS NULL"])
  func `a name of a recorded schema does not excuse a misspelt name`(text: String) throws {
    try store.write { transaction in
      let rows = transaction["animals"]
      try rows.put(Animal("Rex"), forKey: 1)
      try rows.put(Animal("Tom"), forKey: 2)
      try rows.put(NotedAnimal("Kim", note: "lame"), forKey: 3)
      try rows.delete(3)
    }
    let animals = store.documents("animals")
    let error = expectCause(ConditionError.self) {
      try animals.delete(Selection(parsing: text))
    }
    #expect(error?.message == #"No field "nmae" in "animals". Did you mean "name"?"#)
    expectCause(ConditionError.self) { try animals.count(Selection(parsing: text)) }
    #expect(try animals.count(Selection(parsing: "note IS NULL")) == 2)
    #expect(try animals.delete(Selection(parsing: "note IS NULL")) == 2)
  }

  /// One row that is not an archive made every name pass.
  @Test func `plain values have no fields, and do not excuse a misspelt name`() throws {
    try store.write { transaction in
      try transaction["pets"].put("text", forKey: 3)
      try transaction["words"].put("text", forKey: 1)
    }
    for name in ["pets", "words"] {
      let documents = store.documents(name)
      let error = expectCause(ConditionError.self) {
        try documents.delete(Selection(parsing: "nmae IS NULL"))
      }
      #expect(error?.code == .unknownField)
      expectCause(ConditionError.self) { try documents.count(Selection(parsing: "nmae = 1")) }
    }
    #expect(try store.read { try $0["pets"].count + $0["words"].count } == 4)
  }

  @Test func `fields of a document are read by names that some document has`() throws {
    func fields(_ names: [String], at key: Int) throws -> [String: ArchiveValue]? {
      try store.read { try $0.documents("pets").fields(names, at: key) }
    }
    #expect(try fields(["name", "age"], at: 2) == ["name": "Tom"])
    #expect(try fields(["name"], at: 9) == nil)
    for key in [1, 9] {
      let error = expectCause(ConditionError.self) { try fields(["name", "aeg"], at: key) }
      #expect(error?.message == #"No field "aeg" in "pets". Did you mean "age"?"#)
    }
  }

  @Test func `a collection that does not exist is named with the nearest one`() throws {
    let error = expect(.collectionNotFound) {
      _ = try store.documents("pest").fetch(Selection(parsing: "age > 3"))
    }
    #expect(error?.description == #"There is no collection "pest". Did you mean "pets"?"#)
    expect(.collectionNotFound) {
      _ = try store.documents("pest").delete(Selection(parsing: "age > 3"))
    }
    #expect(try store.documents("pest").fetch(Selection(parsing: "a = 1").lenient()).isEmpty)
    #expect(try store.documents("pest").fetch(Selection()).isEmpty)
  }

  @Test func `an index of a field that no document has is refused unless it is lenient`() throws {
    let error = expectCause(ConditionError.self) {
      try store.createIndex(IndexDefinition("nmae").unique(), on: "pets")
    }
    #expect(error?.message == #"No field "nmae" in "pets". Did you mean "name"?"#)
    for definition in [
      IndexDefinition("name").carrying("aeg"), IndexDefinition("name").only(where: .isNil("aeg")),
      IndexDefinition(search: ["nmae"]), IndexDefinition("$key.nmae"),
    ] {
      let error = expectCause(ConditionError.self) {
        try store.createIndex(definition, on: "pets")
      }
      #expect(error?.code == .unknownField, "\(definition)")
    }
    #expect(try store.indexes(of: "pets").isEmpty)
    try store.createIndex(IndexDefinition("owner"), on: "pets", lenient: true)
    #expect(try pets.count(Selection(parsing: "owner IS NULL")) == 2)
    try store.createIndex(IndexDefinition("anything"), on: "empty")
  }
}
