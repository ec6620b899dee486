import LodeModels
import LodeTestSupport
import Testing

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
  @Test func `a delete with a misspelt field deletes nothing`() throws {
    let error = #expect(throws: ConditionError.self) {
      try pets.delete(Selection(parsing: "nmae IS NULL"))
    }
    #expect(error?.code == .unknownField && error?.offset == 0)
    #expect(error?.message == #"No field "nmae" in "pets". Did you mean "name"?"#)
    for condition in [Condition.isNil("nmae"), .isNil("home.ctiy"), .isNil("name.first")] {
      let selection = Selection(condition)
      #expect(throws: ConditionError.self) { try pets.delete(selection) }
      #expect(throws: ConditionError.self) { try pets.delete(selection.lenient()) }
      #expect(throws: ConditionError.self) { try pets.update(selection.lenient(), set: ["age": 1]) }
      #expect(throws: ConditionError.self) { try pets.fetch(selection) }
      #expect(try pets.fetch(selection.lenient()).count == 2)
    }
    #expect(try pets.count == 2)
  }

  @Test func `an empty selection is no way to delete or update every document`() throws {
    for selection in [Selection(), try Selection(parsing: ""), try Selection(parsing: "LIMIT 9")] {
      let error = #expect(throws: ConditionError.self) { try pets.delete(selection) }
      #expect(error?.code == .missingCondition)
      #expect(throws: ConditionError.self) { try pets.update(selection, set: ["age": 1]) }
    }
    #expect(try pets.count == 2)
    #expect(try pets.delete(Selection(parsing: "TRUE LIMIT 1")) == 1)
    #expect(try pets.deleteAll() == 1)
  }

  @Test func `a name is known if any document has it, with whatever value`() throws {
    #expect(try pets.count(Selection(parsing: "chip IS NULL")) == 2)
    #expect(try pets.count(Selection(parsing: "home.city = 'Oslo'")) == 1)
    #expect(throws: ConditionError.self) { try pets.count(Selection(parsing: "owner = 'Ada'")) }
    try pets.put(["owner": "Ada"], forKey: 3)
    #expect(try pets.count(Selection(parsing: "owner = 'Ada'")) == 1)
    #expect(try store.read { try $0.documents("pets").select(["owner"], Selection()) }.count == 3)
    #expect(throws: ConditionError.self) { try store.read { try $0.documents("pets").select(["onwer"], Selection()) } }
    #expect(throws: ConditionError.self) { try store.read { try $0.documents("pets").groups(by: ["onwer"], [.count]) } }
    #expect(throws: ConditionError.self) { try store.read { try $0.documents("pets").aggregate(.sum("aeg")) } }
    #expect(throws: ConditionError.self) { try store.read { try $0.documents("pets").sections(by: "aeg") } }
  }

  /// A delete must not trust a name that all documents have lost since.
  @Test func `a delete asks the documents that there are now`() throws {
    try pets.put(["nmae": "Kim"], forKey: 3)
    #expect(try pets.count(Selection(parsing: "nmae IS NULL")) == 2)
    try pets.put(["name": "Kim"], forKey: 3)
    #expect(throws: ConditionError.self) { try pets.delete(Selection(parsing: "nmae IS NULL")) }
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
    let error = #expect(throws: ConditionError.self) {
      try store.createIndex(IndexDefinition("nmae").unique(), on: "pets")
    }
    #expect(error?.message == #"No field "nmae" in "pets". Did you mean "name"?"#)
    #expect(throws: ConditionError.self) {
      try store.createIndex(IndexDefinition("name").carrying("aeg"), on: "pets")
    }
    try store.createIndex(IndexDefinition("owner"), on: "pets", lenient: true)
    #expect(try pets.count(Selection(parsing: "owner IS NULL")) == 2)
    try store.createIndex(IndexDefinition("anything"), on: "empty")
  }
}
