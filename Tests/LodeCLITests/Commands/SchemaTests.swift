import LodeCoding
import LodeStore
import LodeTestSupport
import Testing

@Suite("schema lists the types of a store's archives")
struct SchemaTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func fill() throws {
    let store = try Store(place.store)
    defer { store.close() }
    try store.write { transaction in
      try transaction["people"].put(Address("a", number: 1), forKey: 1)
      try transaction["people"].put(Address("b", number: nil), forKey: 2)
      try transaction["more"].put([Address("c", number: nil)], forKey: 1)
      try transaction["more"].put(Manager("Grace") as Employee, forKey: 2)
      try transaction["more"].put(Expression.number(1), forKey: 3)
      try transaction["more"].delete(3)
    }
  }

  @Test("each has its number, its title, the rows that use it, and its fields in columns")
  func text() throws {
    try fill()
    #expect(
      try lode("schema", place.store).output == """
        1  Address, version 2, 1 row in more, 2 rows in people
             street  string
             number  int32?
        2  class Employee, version 3, 1 row in more
             name    string
             friend  object?
        3  class Manager: Employee, version 1, 1 row in more
             level  int64
        4  Expression.number, version 1, no rows
             _0  double

        """)
  }

  @Test("--no-count reads no rows")
  func noCount() throws {
    try fill()
    let run = try lode("schema", place.store, "--no-count")
    #expect(run.lines.first == "1  Address, version 2")
    #expect(!run.output.contains("row"))
    let documents = try lode("schema", place.store, "--no-count", "--json")
    #expect(documents.lines.allSatisfy { $0.hasSuffix(#""usage":null}"#) })
  }

  @Test("--json prints a document for each")
  func json() throws {
    try fill()
    let run = try lode("schema", place.store, "--json")
    try #require(run.lines.count == 4)
    #expect(
      run.lines[0].hasPrefix(
        #"{"number":1,"name":"Address","version":2,"kind":"structure","detail":null,"extensible":false,"#
          + #""fields":[{"name":"street","type":"string"},{"name":"number","type":"int32?"}],"digest":""#
      ), "\(run.lines[0])")
    #expect(
      run.lines[0].hasSuffix(
        #""usage":[{"collection":"more","rows":1},{"collection":"people","rows":2}]}"#))
    #expect(run.lines[1].contains(#""kind":"class","detail":null"#))
    #expect(run.lines[2].contains(#""kind":"class","detail":"Employee""#))
    #expect(run.lines[3].contains(#""kind":"case","detail":"number""#))
    #expect(run.lines[3].hasSuffix(#""usage":[]}"#))
  }

  @Test("a store without archives has none")
  func none() throws {
    _ = try lode("put", place.store, "t", "1", "x")
    #expect(try lode("schema", place.store).output == "no schemas\n")
    #expect(try lode("schema", place.store, "--json").output == "")
  }

  @Test("a loaded store has the schemas that its rows use, and no others")
  func loaded() throws {
    try fill()
    let copy = place.directory.file("copy")
    let dump = try lode("dump", place.store)
    #expect(try lode("load", copy, "-", input: dump.output).status == 0)
    // The collection that comes first decides the order.
    #expect(
      try lode("schema", copy, "--no-count").lines.filter { !$0.hasPrefix(" ") } == [
        "1  Address, version 2", "2  class Employee, version 3",
        "3  class Manager: Employee, version 1",
      ])
  }
}
