import Foundation
import LodeModels
import LodeTestSupport
import Testing

/// A save overwrote what a program kept beside its models, such as where each came from.
@Suite("Metadata of models and documents")
struct MetadataTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore([Person.self, Note.self])
    store = fixture.store
    try store.insert(Person(1, "Ada"))
    try store.insert(Note("x"))
  }

  @Test func `a model has typed metadata beside its times`() throws {
    #expect(try store.read { try $0.metadata(Person.self, 1, as: [String: Int].self) } == nil)
    #expect(try store.write { try $0.setMetadata(["page": 7], of: Person.self, 1) })
    #expect(
      try store.read { try $0.metadata(Person.self, 1, as: [String: Int].self) } == ["page": 7])
    #expect(
      try store.read { try $0.times(Person.self, 1) }?.created == Date(timeIntervalSince1970: 1_000)
    )
    #expect(try store.get(Person.self, 1) == Person(1, "Ada"))
    #expect(try !store.write { try $0.setMetadata("x", of: Person.self, 2) })
    expect(.typeMismatch) {
      _ = try store.read { try $0.metadata(Person.self, 1, as: String.self) }
    }
  }

  @Test func `saves, updates and patches keep metadata`() throws {
    try store.write { try $0.setMetadata("origin", of: Person.self, 1) }
    fixture.now = Date(timeIntervalSince1970: 2_000)
    try store.put(Person(1, "B"))
    try store.update(Person.self, 1) { $0.name = "C" }
    try store.write { try $0.patch(Person(1, "D"), [\.name]) }
    try store.put(contentsOf: [Person(1, "E")])
    try store.update(Query<Person>(parsing: "id = 1")) { $0.name = "F" }
    #expect(try store.read { try $0.metadata(Person.self, 1, as: String.self) } == "origin")
    let times = try #require(try store.read { try $0.times(Person.self, 1) })
    #expect(times.created == Date(timeIntervalSince1970: 1_000))
    #expect(times.updated == Date(timeIntervalSince1970: 2_000))
    try store.write { try $0.setMetadata("origin", of: Note.self, 1) }
    try store.update(Note.self, 1) { $0.text = "y" }
    #expect(try store.read { try $0.metadata(Note.self, 1, as: String.self) } == "origin")
  }

  @Test func `documents keep metadata when their fields change`() throws {
    let pets = store.documents("pets")
    try pets.put(["name": "Rex"], forKey: 1)
    #expect(try store.write { try $0.documents("pets").setMetadata(["vet": "Ada"], forKey: 1) })
    try pets.update(1, set: ["age": 3])
    try pets.put(["name": "Max"], forKey: 1)
    try store.write { try $0.documents("pets").update(1) { $0["age"] = 4 } }
    #expect(
      try store.read { try $0.documents("pets").metadata(1, as: [String: String].self) } == [
        "vet": "Ada"
      ])
    #expect(try pets.get(1)?.times.created != nil)
    #expect(try store.write { try $0.documents("pets").deleteMetadata(1) })
    #expect(
      try store.read { try $0.documents("pets").metadata(1, as: [String: String].self) } == nil)
  }

  @Test func `staged sessions keep metadata`() throws {
    try store.write { try $0.setMetadata("origin", of: Person.self, 1) }
    try store.documents("pets").put(["name": "Rex"], forKey: 1)
    try store.write { try $0.documents("pets").setMetadata("vet", forKey: 1) }
    let session = try store.stage()
    try session.update(Person.self, 1) { $0.name = "B" }
    try session.documents("pets").update(1, set: ["age": 3])
    try session.save()
    #expect(try store.read { try $0.metadata(Person.self, 1, as: String.self) } == "origin")
    #expect(try store.read { try $0.documents("pets").metadata(1, as: String.self) } == "vet")
  }

  @Test func `metadata that are set change the revision, and neither the model nor its times`()
    throws
  {
    let before = try #require(try store.read { try $0.times(Person.self, 1) })
    fixture.now = Date(timeIntervalSince1970: 2_000)
    try store.write { try $0.setMetadata("origin", of: Person.self, 1) }
    let after = try #require(try store.read { try $0.times(Person.self, 1) })
    #expect(after.updated == before.updated && after.revision > before.revision)
  }

  @Test func `sixteen bytes of metadata are never times`() throws {
    let sixteen = Array(UInt8(1)...16)
    try store["scores"].put(["Ada": 1], forKey: 1, metadata: sixteen)
    #expect(try store.documents("scores").get(1)?.times.created == nil)
    #expect(try store.read { try $0["scores"].metadata(1) } == sixteen)
    try store.documents("scores").update(1, set: ["Bob": 2])
    #expect(try store.documents("scores").get(1)?.times.created != nil)
    #expect(try store.read { try $0["scores"].metadata(1) } == sixteen)
  }

  @Test func `a deleted row takes its metadata along`() throws {
    try store.write { try $0.setMetadata("origin", of: Person.self, 1) }
    try store.delete(Person.self, 1)
    try store.insert(Person(1, "Ada"))
    #expect(try store.read { try $0.metadata(Person.self, 1, as: String.self) } == nil)
  }

  @Test func `inside a write metadata are read as they were set`() async throws {
    try await store.write { transaction in
      try transaction.setMetadata("a", of: Person.self, 1)
      #expect(try transaction.metadata(Person.self, 1, as: String.self) == "a")
      #expect(try transaction.deleteMetadata(of: Person.self, 1))
      #expect(try transaction.metadata(Person.self, 1, as: String.self) == nil)
    }
    #expect(try await store.write { try $0.setMetadata("b", of: Person.self, 1) })
    #expect(try await store.read { try $0.metadata(Person.self, 1, as: String.self) } == "b")
  }

  @Test func `a clock that went back does not move a change before the making`() throws {
    fixture.now = Date(timeIntervalSince1970: 500)
    try store.update(Person.self, 1) { $0.name = "B" }
    let times = try #require(try store.read { try $0.times(Person.self, 1) })
    #expect(times.updated == times.created)
  }
}
