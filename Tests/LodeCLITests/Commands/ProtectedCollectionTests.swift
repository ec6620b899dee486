import LodeCoding
import LodeModels
import LodeStore
import LodeTestSupport
import Testing

/// The tool does not know the program's models: one row that it put made the program's reads throw.
@Suite("put, import and load leave collections of models alone")
struct ProtectedCollectionCommandTests {
  let place: Workplace

  init() throws {
    place = try Workplace()
    let store = try Store(place.store, models: [Town.self])
    try store.insert(Town(name: "Oslo"))
    store.close()
  }

  private func towns() throws -> [String] {
    let store = try Store(place.store)
    defer { store.close() }
    return try store.fetch(Town.self).map(\.name)
  }

  @Test func `put refuses a document and a value, names the model, and takes them with --force`()
    throws
  {
    for value in [#"{"name":"Bergen"}"#, "7", "text"] {
      let run = try lode("put", place.store, "town", "Bergen", value)
      #expect(run.status == 1 && run.output.isEmpty)
      #expect(run.errors.contains("\"Town\"") && run.errors.contains("--force"))
      #expect(run.errors.contains("\"town\"") && run.errors.contains("\"Bergen\""))
    }
    #expect(try towns() == ["Oslo"])
    let forced = try lode("put", place.store, "town", "Bergen", "7", "--force")
    #expect(forced == Run(status: 0, output: "inserted\n", errors: ""))
  }

  @Test func `import refuses documents, names the line, and takes them with --force`() throws {
    let file = try place.file("towns.jsonl", #"{"name":"Bergen"}"#)
    let run = try lode("import", place.store, "town", file, "--key", "name")
    #expect(run.status == 1 && run.errors.contains("line 1") && run.errors.contains("\"Town\""))
    #expect(try towns() == ["Oslo"])
    #expect(
      try lode("import", place.store, "town", file, "--key", "name", "--force").status == 0)
  }

  @Test func `verify reports unreadable rows, and repair --quarantine moves them away`() throws {
    _ = try lode("put", place.store, "town", "Bergen", "7", "--force")
    let verified = try lode("verify", place.store)
    #expect(verified.status == 1 && verified.errors.contains("--quarantine"))
    #expect(verified.output.contains("town: key \"Bergen\""))
    #expect(try lode("repair", place.store).status == 1)
    let run = try lode("repair", place.store, "--quarantine")
    #expect(run.status == 0, "\(run)")
    #expect(run.output.contains("moved: town, key \"Bergen\", to quarantine.town"))
    #expect(try towns() == ["Oslo"])
    #expect(try lode("get", place.store, "quarantine.town", "Bergen").output == "7\n")
    #expect(try lode("verify", place.store).status == 0)
  }

  @Test func `a dump keeps times, and metadata beside them`() throws {
    let store = try Store(place.store, models: [Town.self])
    try store.documents("pets").put(["name": "Rex"], forKey: 1)
    try store.write { try $0.documents("pets").setMetadata("vet", forKey: 1) }
    try store["plain"].put(["a": 1], forKey: 1, metadata: Array(1...16))
    let times = try #require(try store.documents("pets").get(1)?.times)
    store.close()
    let dump = try lode("dump", place.store).output
    let copy = place.directory.file("copy.lode")
    try #require(try lode("load", copy, try place.file("a.dump", dump)).status == 0)
    #expect(try lode("dump", copy).output == dump)
    let loaded = try Store(copy)
    #expect(try loaded.documents("pets").get(1)?.times.created == times.created)
    #expect(try loaded.read { try $0.documents("pets").metadata(1, as: String.self) } == "vet")
    #expect(try loaded.documents("plain").get(1)?.times.created == nil)
  }

  @Test func `load refuses a row that the dump's model cannot read, and takes it with --force`()
    throws
  {
    var lines = try lode("dump", place.store).output.split(separator: "\n").map(String.init)
    let row = try #require(lines.firstIndex { $0.contains("\"key\":\"Oslo\"") })
    lines[row] = #"{"key":"Oslo","type":"string","value":"Oslo"}"#
    let file = try place.file("towns.dump", lines.joined(separator: "\n") + "\n")
    let copy = place.directory.file("copy.lode")
    let run = try lode("load", copy, file)
    #expect(run.status == 1 && run.errors.contains("line \(row + 1)"))
    #expect(run.errors.contains("\"Town\""))
    #expect(try lode("load", copy, file, "--force").status == 0)
  }

  @Test func `load refuses a document and an object of another type`() throws {
    let others = try Store(place.directory.file("others.lode"))
    try others.write { transaction in
      try transaction["document"].put(["name": ArchiveValue("Oslo")], forKey: "Oslo")
      try transaction["cat"].put(Cat(id: 1, name: "Oslo", lives: 9), forKey: "Oslo")
    }
    others.close()
    let rows = try lode("dump", others.path).lines.filter { $0.contains("\"key\":\"Oslo\"") }
    try #require(rows.count == 2)
    var lines = try lode("dump", place.store).lines
    let place = try #require(lines.firstIndex { $0.contains("\"key\":\"Oslo\"") })
    for (number, row) in rows.enumerated() {
      lines[place] = row
      let file = try self.place.file("\(number).dump", lines.joined(separator: "\n") + "\n")
      let copy = self.place.directory.file("copy\(number).lode")
      let run = try lode("load", copy, file)
      #expect(run.status == 1 && run.errors.contains("line \(place + 1)"), "\(run)")
      #expect(run.errors.contains("\"Town\""), "\(run)")
      #expect(try lode("load", copy, file, "--force").status == 0)
    }
  }

  @Test func `a dump keeps the model of a collection that only its rows tell of`() throws {
    let path = place.directory.file("first.lode")
    let store = try Store(path)
    try store.insert(Town(name: "Oslo"))
    store.close()
    let dump = try lode("dump", path).output
    #expect(dump.contains("\"model\":\"Town\""))
    let file = try place.file("first.dump", dump)
    let copy = place.directory.file("copy.lode")
    try #require(try lode("load", copy, file).status == 0)
    #expect(try lode("dump", copy).output == dump)
    #expect(try lode("put", copy, "town", "Bergen", "7").status == 1)
  }
}

private struct Town: Archivable, Model {
  var name: String
  static let collectionName = "town"
  static let keyFields = ["name"]
  var primaryKey: String { name }
  static let archiveSchema = ArchiveSchema("Town", fields: [.init("name", String.self)])

  init(name: String) { self.name = name }
  func encode(to archive: inout ArchiveWriter) throws { try archive.encode(name) }
  init(from archive: inout ArchiveReader) throws { name = try archive.decode(0) }
}
