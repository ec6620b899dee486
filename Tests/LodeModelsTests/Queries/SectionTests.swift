import LodeModels
import LodeTestSupport
import Testing

@Suite("Results come in sections of the same value")
struct SectionTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
    for id in 0..<10 { try store.insert(Person(id, "p\(id % 3)", age: id == 4 ? nil : id % 2)) }
  }

  @Test
  func `sections are in the order of their values, rows within in that of the query`() throws {
    let sections = try store.read {
      try $0.sections(by: "name", Query<Person>(parsing: "ORDER BY id DESC"))
    }
    #expect(sections.map(\.title) == ["p0", "p1", "p2"])
    #expect(sections.map { $0.rows.map(\.id) } == [[9, 6, 3, 0], [7, 4, 1], [8, 5, 2]])
    #expect(sections.map(\.count) == [4, 3, 3])
    let turned = try store.read {
      try $0.sections(by: "age", Query<Person>(parsing: "id > 2 ORDER BY age DESC"))
    }
    #expect(turned.map(\.title) == [1, 0, .null])
    #expect(turned.map { $0.rows.map(\.id) } == [[3, 5, 7, 9], [6, 8], [4]])
  }

  @Test func `the window is one of rows, and of no rows there is no section`() throws {
    let query = try Query<Person>(parsing: "LIMIT 3 OFFSET 3")
    let sections = try store.read { try $0.sections(by: "name", query) }
    #expect(sections.map { $0.rows.map(\.id) } == [[9], [1, 4]])
    #expect(
      try store.read { try $0.sections(by: "name", Query<Person>(parsing: "id > 99")) }.isEmpty)
  }

  @Test
  func `documents have sections too, numbers that are worth the same one together`() async throws {
    let documents = store.documents("pets")
    try await documents.insert(contentsOf: [["n": 1], ["n": 2.5], ["n": 1.0], [:]])
    let sections = try await store.read { try $0.documents("pets").sections(by: "n") }
    #expect(sections.map(\.title) == [.null, 1, 2.5] && sections.map(\.count) == [1, 2, 1])
    #expect(try await store.read { try $0.sections(by: "name", Query<Person>()) }.count == 3)
  }
}
