import Foundation
import LodeCoding
import LodeModels
import LodeStore
import LodeTestSupport
import Testing

/// One row of another kind makes every read of all models of a collection throw.
@Suite("Collections of models take no other rows")
struct ProtectedCollectionTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore([Person.self])
    store = fixture.store
    try store.insert(Person(1, "Ada"))
  }

  private func expectOnlyAda(_ location: SourceLocation = #_sourceLocation) throws {
    #expect(try store.fetch(Person.self) == [Person(1, "Ada")], sourceLocation: location)
  }

  @Test func `a document is refused by an error that names the collection, the key and the model`()
    throws
  {
    let error = expect(.protectedCollection) {
      try store.documents("person").put(["name": "Rex"], forKey: 2)
    }
    let text = "\(try #require(error))"
    #expect(text.contains("\"person\"") && text.contains("key 2") && text.contains("\"Person\""))
    expect(.protectedCollection) { try store.documents("person").insert(["name": "Rex"]) }
    try expectOnlyAda()
  }

  @Test func `imports, updates and staged documents are refused`() throws {
    let json = Data(#"[{"Id":2,"name":"Rex"}]"#.utf8)
    let list = Data(
      """
      <plist version="1.0"><array><dict><key>Id</key><integer>2</integer></dict></array></plist>
      """.utf8)
    let calls: [(inout WriteTransaction) throws -> Void] = [
      { _ = try $0.documents("person").importJSON(json) },
      { _ = try $0.documents("person").importPropertyList(list) },
    ]
    for call in calls { expect(.protectedCollection) { try store.write { try call(&$0) } } }
    // The row is not a document, so it is not even read as one.
    expect(.typeMismatch) {
      _ = try store.write { try $0.documents("person").update(1, set: ["name": "Rex"]) }
    }
    let ada = try Selection(parsing: "id = 1")
    expect(.typeMismatch) {
      _ = try store.write { try $0.documents("person").update(ada, set: ["name": "Rex"]) }
    }
    let session = try store.stage()
    try session.documents("person").put(["name": "Rex"], forKey: 2)
    expect(.protectedCollection) { try session.save() }
    try expectOnlyAda()
  }

  @Test func `raw values and archives of other types are refused`() throws {
    expect(.protectedCollection) { try store["person"].put("text", forKey: 2) }
    expect(.protectedCollection) { try store["person"].put(Note("x"), forKey: 2) }
    expect(.protectedCollection) { try store["person"].put(["a": 1], forKey: 2) }
    expect(.protectedCollection) { try store["person"].increment(2) }
    try store.write { transaction in
      expect(.protectedCollection) { try transaction["person"].append(7, forKey: 9) }
      expect(.protectedCollection) {
        try transaction["person"].putBytes([1].span, type: .archive, forKey: 9)
      }
    }
    try expectOnlyAda()
  }

  @Test func `an archive of the model itself is put by its key`() throws {
    try store["person"].put(Person(2, "Grace"), forKey: 2)
    #expect(try store.get(Person.self, 2)?.name == "Grace")
  }

  @Test func `a collection without rows belongs to the model that the store is opened for`() throws
  {
    let other = try TestStore([Person.self])
    expect(.protectedCollection) { try other.store.documents("person").insert([:]) }
  }

  @Test func `the first save of a model that nobody named protects its collection`() throws {
    let other = try TestStore()
    try other.store.insert(Note("x"))
    expect(.protectedCollection) { try other.store.documents("note").insert([:]) }
    other.store.close()
    let later = try Store(other.path)
    expect(.protectedCollection) { try later.documents("note").insert([:]) }
    try later.write { try $0.rename("note", to: "notes") }
    expect(.protectedCollection) { try later.documents("notes").insert([:]) }
  }

  @Test func `two models do not share a collection`() throws {
    let error = expect(.protectedCollection) { try store.insert(OtherPerson(id: 3)) }
    #expect(try "\(#require(error))".contains("\"OtherPerson\""))
    try expectOnlyAda()
  }

  @Test func `classes are told apart by their own type`() throws {
    let other = try TestStore()
    try other.store.write { transaction in
      try transaction.scope.access(to: "shapes").claim(Square.archiveSchema)
      try transaction["shapes"].put(Square(2), forKey: 1)
      expect(.protectedCollection) { try transaction["shapes"].put(Shape("x"), forKey: 2) }
    }
  }

  @Test func `a write that is told to takes any row`() throws {
    try store.write { transaction in
      transaction.scope.allowForeignRows()
      try transaction["person"].put("text", forKey: 2)
      _ = try transaction.savepoint { try $0["person"].put("text", forKey: 3) }
    }
    #expect(try store.count(Person.self) == 3)
  }

  @Test func `other collections take what they are given`() throws {
    try store["plain"].put("text", forKey: 1)
    try store.documents("plain").put([:], forKey: 2)
    try store["plain"].put(Person(2, "Grace"), forKey: 3)
  }
}

/// A model of the collection of another.
private struct OtherPerson: Archivable, Model {
  var id: Int
  static let collectionName = "person"
  static let keyFields = ["id"]
  var primaryKey: Int { id }
  static let archiveSchema = ArchiveSchema("OtherPerson", fields: [.init("id", Int.self)])

  init(id: Int) { self.id = id }
  func encode(to archive: inout ArchiveWriter) throws { try archive.encode(id) }
  init(from archive: inout ArchiveReader) throws { id = try archive.decode(0) }
}

private class Shape: ArchivableClass {
  let name: String
  class var archiveSchema: ArchiveSchema { shapeSchema }
  static let shapeSchema = ArchiveSchema(class: "Shape", fields: [.init("name", String.self)])

  init(_ name: String) { self.name = name }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.beginLevel(Shape.shapeSchema)
    try archive.encode(name)
  }

  required init(from archive: inout ArchiveReader) throws {
    try archive.enterLevel(Shape.shapeSchema)
    name = try archive.decode(0)
    archive.register(self)
  }
}

private final class Square: Shape {
  let side: Int
  override class var archiveSchema: ArchiveSchema { squareSchema }
  static let squareSchema = ArchiveSchema(
    class: "Square", superclass: "Shape", fields: [.init("side", Int.self)])

  init(_ side: Int) {
    self.side = side
    super.init("square")
  }

  override func encode(to archive: inout ArchiveWriter) throws {
    try super.encode(to: &archive)
    try archive.beginLevel(Square.squareSchema)
    try archive.encode(side)
  }

  required init(from archive: inout ArchiveReader) throws {
    try archive.enterLevel(Square.squareSchema)
    side = try archive.decode(0)
    try super.init(from: &archive)
  }
}
