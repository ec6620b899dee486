import Foundation
import LodeModels
import LodeTestSupport
import Testing

/// A model with blobs, alone and in an array.
private struct Post: Archivable, Model, TimestampedModel, Equatable {
  var id: Int
  var title: String
  var photo: Blob?
  var pages: [Blob] = []

  static let collectionName = "post"
  static let keyFields = ["id"]
  var primaryKey: Int { id }

  static let archiveSchema = ArchiveSchema(
    "Post",
    fields: [
      .init("id", Int.self), .init("title", String.self), .init("photo", Blob?.self),
      .init("pages", [Blob].self),
    ])

  init(_ id: Int, _ title: String, photo: Blob? = nil, pages: [Blob] = []) {
    self.id = id
    self.title = title
    self.photo = photo
    self.pages = pages
  }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(title)
    try archive.encode(photo)
    try archive.encode(pages)
  }

  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    title = try archive.decode(1)
    photo = try archive.decode(2)
    pages = try archive.decode(3)
  }
}

/// The fields of a post without blobs.
private struct PostTitle: Archivable, Equatable {
  var id: Int
  var title: String

  static let archiveSchema = ArchiveSchema(
    "PostTitle", fields: [.init("id", Int.self), .init("title", String.self)])

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(title)
  }

  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    title = try archive.decode(1)
  }
}

@Suite("Blobs of models and documents are kept once")
struct BlobTests {
  let fixture: TestStore
  let store: Store
  private let one = Blob(Data(repeating: 1, count: 100_000))
  private let two = Blob(Data(repeating: 1, count: 99_999) + [2])

  init() throws {
    fixture = try TestStore([Post.self])
    store = fixture.store
  }

  private var references: [Int] { get throws { try store.blobs().map(\.references) } }

  @Test func `models in all partitions share them, and every change counts`() throws {
    let posts = [Post(1, "a", photo: one), Post(2, "b", photo: one, pages: [two, one])]
    try store.insert(posts[0])
    try store.partition("ada").insert(posts[1])
    #expect(try references == [2, 1])
    #expect(try store.get(Post.self, 1) == posts[0])
    #expect(try store.partition("ada").fetch(Post.self) == [posts[1]])
    #expect(try store.put(posts[0]) == .unchanged)
    try store.update(Post.self, 1) { $0.title = "c" }
    #expect(try references == [2, 1])
    try store.update(Post.self, 1) { $0.photo = two }
    #expect(try references == [1, 2])
    #expect(try store.get(Post.self, 1) == Post(1, "c", photo: two))
    #expect(try store.partition("ada").deleteAll(Post.self) == 1)
    #expect(try references == [1])
    #expect(try store.delete(Post.self, 1))
    #expect(try references == [])
    #expect(try store.verify().isSound)
  }

  @Test func `other fields are read without them`() throws {
    try store.insert(Post(1, "a", photo: one))
    let titles = try store.read { try $0.fetch(PostTitle.self, from: Post.self) }
    #expect(titles.map(\.title) == ["a"])
    #expect(try store.read { try $0.archive(Post.self, 1) }?.root["photo"]?.blob == one)
    #expect(try store.read { try $0.fields(["photo"], of: Post.self, 1) }?["photo"]?.blob == one)
  }

  @Test func `documents have them, and give them to JSON and property lists`() throws {
    let (pets, others) = (store.documents("pets"), store.documents("others"))
    let rex = try pets.insert([
      "name": "Rex", "photo": .blob(one), "more": [.blob(two), .blob(one)],
    ])
    #expect(try references == [1, 1])
    #expect(try pets.get(rex.key)?["photo"]?.blob == one)
    #expect(try pets.get(rex.key)?.fields == rex.fields)
    #expect(
      try store.read { try $0.documents("pets").fields(["photo"], at: rex.key) }?["photo"]?.blob
        == one)
    #expect(
      try others.importJSON(store.read { try $0.documents("pets").exportJSON() }).inserted == 1)
    #expect(try others.get(rex.key)?.fields == rex.fields)
    #expect(try references == [2, 2])
    let list = try store.read { try $0.documents("pets").exportPropertyList(format: .binary) }
    #expect(try others.importPropertyList(list).updated == 1)
    #expect(try others.get(rex.key)?["photo"]?.data == one.data)
    #expect(try references == [1, 1])
    try pets.update(rex.key, set: ["photo": .null])
    #expect(try references.sorted() == [1, 1])
    try pets.deleteAll()
    #expect(try references == [])
  }

  @Test
  func `queries give them, change them and delete them, and indexes refuse rows without a trace`()
    throws
  {
    let pets = store.documents("pets")
    try store.createIndex(IndexDefinition("name").unique(), on: "pets")
    for (name, blob) in [("a", one), ("b", one), ("c", two)] {
      try pets.insert(["name": .string(name), "photo": .blob(blob), "both": [.blob(one)]])
    }
    #expect(try references == [3, 1])
    let chosen = try store.read {
      try $0.documents("pets").select(
        ["name", "photo"], Selection(parsing: "photo IS NOT NULL ORDER BY name"))
    }
    #expect(chosen.map { $0["photo"]?.blob } == [one, one, two])
    let third = Blob(Data(repeating: 3, count: 1000))
    expect(.uniqueViolation) { try pets.insert(["name": "a", "photo": .blob(third)]) }
    try store.write { transaction in
      let taken: [String: ArchiveValue] = ["name": "a", "photo": .blob(third)]
      do {
        _ = try transaction.documents("pets").insert(taken)
        Issue.record("the name is taken")
      } catch let error as StoreError where error.code == .uniqueViolation {}
      do {
        let selection = try Selection(parsing: "name = 'b'")
        _ = try transaction.documents("pets").update(selection, set: taken)
        Issue.record("the name is taken")
      } catch let error as StoreError where error.code == .uniqueViolation {}
    }
    #expect(try references == [3, 1])
    try pets.update(Selection(parsing: "name < 'c'"), set: ["photo": .blob(two), "both": .null])
    #expect(try references == [1, 3])
    #expect(try pets.delete(Selection(parsing: "name > 'a'")) == 2)
    #expect(try references == [1])
    #expect(try store.verify().problems == [])
  }

  @Test
  func `edits that wait have the bytes themselves, and share them when they are saved`() throws {
    try store.insert(Post(1, "a", photo: one))
    let session = try store.stage()
    try session.put(Post(2, "b", photo: one))
    #expect(try session.get(Post.self, 2)?.photo == one)
    #expect(try session.get(Post.self, 1)?.photo == one)
    #expect(try references == [1])
    try session.save()
    #expect(try references == [2])
    #expect(try store.get(Post.self, 2)?.photo == one)
  }

  @Test func `a copy has them, and a store of another process' file too`() throws {
    try store.insert(Post(1, "a", photo: one))
    let path = fixture.directory.file("copy")
    try store.copy(to: path)
    let copy = try Store(path, models: [Post.self])
    #expect(try copy.get(Post.self, 1)?.photo == one)
    #expect(try copy.verify().isSound)
  }
}
