import LodeCoding
import LodeStore
import LodeTestSupport
import Testing

@Suite("schema lists the types of a store's archives, collection by collection")
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

  @Test
  func `each collection has its types, with the rows of each version and the fields in columns`()
    throws
  {
    try fill()
    #expect(
      try lode("schema", place.store).output == """
        more
          Address, version 2, 1 row
            street  string
            number  int32?
          class Employee, version 3, 1 row
            name    string
            friend  object?
          class Manager: Employee, version 1, 1 row
            level  int64
        people
          Address, version 2, 2 rows
            street  string
            number  int32?
        no rows
          Expression.number, version 1, no rows
            _0  double

        """)
  }

  @Test
  func `fields that the newest version lacks are unhandled in rows of older versions`() throws {
    try fillVersions(place.store, [1, 1, 2, 3])
    #expect(
      try lode("schema", place.store).output == """
        people
          Person, version 1, 2 rows
            name  string
            nick  string, unhandled
          Person, version 2, 1 row
            name  string
            nick  string, unhandled
            mail  string?
          Person, version 3, 1 row
            name  string
            mail  string

        """)
    let documents = try lode("schema", place.store, "--json").lines
    try #require(documents.count == 1)
    #expect(documents[0].contains(#""rows":2,"unhandled":["nick"]}"#), "\(documents)")
    #expect(documents[0].hasSuffix(#""rows":1,"unhandled":[]}]}"#))
  }

  @Test
  func
    `fields that a program renamed are printed with the new name, and are not unhandled`()
    throws
  {
    try fillVersions(place.store, [1, 2, 3])
    let store = try Store(place.store)
    try store.write { transaction in
      var records = MigrationRecords()
      // A field of today's name is that field, whatever other names there were.
      records.types["Person"] = .init(
        version: 3, formerFields: ["mail": ["none", "nick"], "name": ["mail"], "gone": ["nick"]])
      try transaction.scope.record(records)
    }
    store.close()
    #expect(
      try lode("schema", place.store).output == """
        people
          Person, version 1, 1 row
            name  string
            nick  string, now mail
          Person, version 2, 1 row
            name  string
            nick  string, unhandled
            mail  string?
          Person, version 3, 1 row
            name  string
            mail  string

        """)
    let document = try lode("schema", place.store, "--json").output
    #expect(
      document.contains(
        #""renamed":[{"from":"nick","to":"mail"}],"rows":1,"unhandled":[]}"#), "\(document)")
  }

  @Test
  func `--diff prints what only one of two stores has: versions, rows, and the newest fields`()
    throws
  {
    let other = place.directory.file("other")
    try fillVersions(place.store, [1, 1, 2])
    try fillVersions(other, [1, 2, 3])
    #expect(try lode("schema", place.store, "--diff", place.store).output == "no differences\n")
    #expect(try lode("schema", place.store, "--diff", place.store, "--json").output == "")
    #expect(
      try lode("schema", place.store, "--diff", other).output == """
        people: Person
          - version 1, 2 rows
          + version 1, 1 row
          + version 3, 1 row
          - nick  string
          - mail  string?
          + mail  string

        """)
    #expect(
      try lode("schema", place.store, "--diff", other, "--no-count").output == """
        Person
          + version 3
          - nick  string
          - mail  string?
          + mail  string

        """)
    let document = try lode("schema", other, "--diff", place.store, "--json").output
    #expect(
      document == #"{"collection":"people","type":"Person","removed":{"versions":"#
        + #"[{"version":1,"rows":1},{"version":3,"rows":1}],"fields":[{"name":"mail","type":"string"}]},"added":{"versions":"#
        + #"[{"version":1,"rows":2}],"fields":[{"name":"nick","type":"string"},"#
        + #"{"name":"mail","type":"string?"}]}}"# + "\n", "\(document)")
    let missing = try lode("schema", place.store, "--diff", place.directory.file("absent"))
    #expect(missing.status == 1)
  }

  /// Fills a store with a row for each number of a version.
  private func fillVersions(_ path: String, _ versions: [Int]) throws {
    let store = try Store(path)
    defer { store.close() }
    for (key, version) in versions.enumerated() {
      switch version {
      case 1: try store["people"].put(PersonOfVersion1(name: "a", nick: "b"), forKey: key)
      case 2: try store["people"].put(PersonOfVersion2(name: "a", nick: "b"), forKey: key)
      default: try store["people"].put(PersonOfVersion3(name: "a", mail: "b"), forKey: key)
      }
    }
  }

  @Test func `--no-count reads no rows`() throws {
    try fill()
    let run = try lode("schema", place.store, "--no-count")
    #expect(run.lines.prefix(2) == ["not counted", "  Address, version 2"])
    #expect(!run.output.contains("row"))
    let documents = try lode("schema", place.store, "--no-count", "--json")
    #expect(documents.lines.count == 1 && documents.output.contains(#""rows":null"#))
  }

  @Test func `--json prints a document for each collection`() throws {
    try fill()
    let run = try lode("schema", place.store, "--json")
    try #require(run.lines.count == 3)
    #expect(
      run.lines[1].hasPrefix(
        #"{"collection":"people","types":[{"number":1,"name":"Address","version":2,"kind":"structure","#
          + #""detail":null,"extensible":false,"#
          + #""fields":[{"name":"street","type":"string"},{"name":"number","type":"int32?"}],"digest":""#
      ), "\(run.lines[1])")
    #expect(run.lines[1].hasSuffix(#""rows":2,"unhandled":[]}]}"#))
    #expect(run.lines[0].contains(#""kind":"class","detail":null"#))
    #expect(run.lines[0].contains(#""kind":"class","detail":"Employee""#))
    #expect(run.lines[2].hasPrefix(#"{"collection":null,"types":[{"number":4,"#))
    #expect(run.lines[2].contains(#""kind":"case","detail":"number""#))
  }

  @Test func `a store without archives has none`() throws {
    _ = try lode("put", place.store, "t", "1", "x")
    #expect(try lode("schema", place.store).output == "no schemas\n")
    #expect(try lode("schema", place.store, "--json").output == "")
  }

  @Test func `a loaded store has the schemas that its rows use, and no others`() throws {
    try fill()
    let copy = place.directory.file("copy")
    let dump = try lode("dump", place.store)
    #expect(try lode("load", copy, "-", input: dump.output).status == 0)
    // The collection that comes first decides the order.
    #expect(
      try lode("schema", copy, "--no-count").lines.filter { !$0.hasPrefix("    ") } == [
        "not counted", "  Address, version 2", "  class Employee, version 3",
        "  class Manager: Employee, version 1",
      ])
  }
}

// A type as it was in three versions of a program.

private struct PersonOfVersion1: Archivable {
  var name: String
  var nick: String
  static let archiveSchema = ArchiveSchema(
    "Person", version: 1, fields: [.init("name", String.self), .init("nick", String.self)])

  init(name: String, nick: String) { (self.name, self.nick) = (name, nick) }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(name)
    try archive.encode(nick)
  }

  init(from archive: inout ArchiveReader) throws {
    name = try archive.decode(0)
    nick = try archive.decode(1)
  }
}

private struct PersonOfVersion2: Archivable {
  var name: String
  var nick: String
  var mail: String?
  static let archiveSchema = ArchiveSchema(
    "Person", version: 2,
    fields: [
      .init("name", String.self), .init("nick", String.self), .init("mail", String?.self),
    ])

  init(name: String, nick: String) { (self.name, self.nick) = (name, nick) }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(name)
    try archive.encode(nick)
    try archive.encode(mail)
  }

  init(from archive: inout ArchiveReader) throws {
    name = try archive.decode(0)
    nick = try archive.decode(1)
    mail = try archive.decode(2)
  }
}

private struct PersonOfVersion3: Archivable {
  var name: String
  var mail: String
  static let archiveSchema = ArchiveSchema(
    "Person", version: 3, fields: [.init("name", String.self), .init("mail", String.self)])

  init(name: String, mail: String) { (self.name, self.mail) = (name, mail) }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(name)
    try archive.encode(mail)
  }

  init(from archive: inout ArchiveReader) throws {
    name = try archive.decode(0)
    mail = try archive.decode(1)
  }
}
