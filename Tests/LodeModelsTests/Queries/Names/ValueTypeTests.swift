import LodeModels
import LodeStore
import LodeTestErrors
import LodeTestSupport
import Testing

@Suite("Conditions compare fields with values that the fields can have")
struct ValueTypeTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore([Person.self])
    store = fixture.store
    try store.insert(contentsOf: [Person(1, "Ada", age: 36), Person(2, "Bob", age: 5)])
  }

  // A text that is no number differs from every age, so the delete took every row.
  @Test(arguments: [
    ("age != '3O'", 0), ("name = 'Ada' OR NOT age = 'old'", 20), ("age NOT IN (5, 'x')", 0),
    ("'x' != age", 7), ("age NOT BETWEEN 1 AND 'x'", 0),
  ])
  func `a condition with a value of another type deletes nothing`(
    text: String, offset: Int
  ) throws {
    let error = #expect(throws: ConditionError.self) {
      try store.delete(Query<Person>(parsing: text))
    }
    #expect(error?.code == .typeMismatch && error?.offset == offset)
    #expect(error?.message.hasPrefix(#""age" of Person is a number, which '"#) == true)
    let selection = try Selection(parsing: text)
    expectCause(ConditionError.self) { try store.documents("person").delete(selection) }
    expectCause(ConditionError.self) { try store.count(Query(Person.self, selection)) }
    #expect(try store.count(Person.self) == 2)
  }

  @Test(arguments: [
    ("age > '7'", 1), ("name != 50", 2), ("age IN ('36', 5)", 2), ("age > 5.5", 1),
    ("age IS NULL", 0),
  ])
  func `a value that converts to the type of the field is compared`(
    text: String, count: Int
  ) throws {
    #expect(try store.count(Query<Person>(parsing: text)) == count)
  }

  // The error named a byte of an archive, and neither the field nor the value.
  @Test func `an update with a value of another type names the field and changes nothing`() throws {
    let error = expect(.archivingFailed) {
      _ = try store.update(
        Query<Person>(parsing: "id = 1"), set: ["name": "Eva", "age": "old"])
    }
    #expect((error?.cause as? ArchiveError)?.code == .typeMismatch)
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains(#"the field "age" of Person cannot be "old""#), "\(text)")
    #expect(try store.get(Person.self, 1)?.name == "Ada")
  }

  @Test func `fields of documents may have values of any type`() throws {
    let documents = store.documents("things")
    try documents.insert(["size": 5])
    try documents.insert(["size": "large"])
    #expect(try documents.count("size != 'large'") == 1)
  }
}
