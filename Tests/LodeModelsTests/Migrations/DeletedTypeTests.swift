import Foundation
import LodeModels
import LodeTestSupport
import Synchronization
import Testing

@Suite("Objects of types that the program does not have any more")
struct DeletedTypeTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("s") }

  init() throws { directory = try TemporaryDirectory() }

  private func bar(_ number: Int) -> ArchivedObject {
    ArchivedObject("Bar", fields: [.init("integer", .int(Int64(number)))])
  }

  private func put(_ archives: [Archive]) throws {
    let store = try Store(path)
    try store.write { transaction in
      for (index, archive) in archives.enumerated() {
        try transaction["rows"].putArchive(try archive.forStore(), forKey: index)
      }
    }
    store.close()
  }

  @Test
  func
    `S48: at the root and in arrays they are read with their fields, and written back without a loss`()
    throws
  {
    let both = Archive(.array([.object(bar(1)), .object(bar(2))]))
    try put([Archive(.object(bar(3))), both])
    let store = try Store(path, models: [], migrations: MigrationPlan())
    #expect(try store.read { try $0["rows"].archive(0) }?.root["integer"] == 3)
    let read = try #require(try store.read { try $0["rows"].archive(1) })
    #expect(read.root[0]?["integer"] == 1 && read.root[1]?["integer"] == 2)
    try store.write { try $0["again"].putArchive(try read.forStore(), forKey: 1) }
    #expect(try store.read { try $0["again"].archive(1) } == read)
  }

  @Test
  func
    `steps find them by name at the root, in properties, arrays, sets and dictionaries, and as instances of classes`()
    throws
  {
    let object = ArchivedObject(
      "Owner",
      fields: [
        .init("one", .object(bar(1))), .init("many", .array([.object(bar(2)), .object(bar(3))])),
        .init("some", .set([.object(bar(4))])),
        .init("named", .dictionary(["a": .object(bar(5)), "b": .reference(1)])),
      ])
    var shared = ArchivedObject("Bar", kind: .class(superclass: nil), fields: [.init("integer", 6)])
    shared.fields.append(.init("next", .reference(1)))
    try put([Archive(.object(object), objects: [shared]), Archive(.object(bar(7)))])
    let seen = Mutex<[Int]>([])
    let plan = MigrationPlan {
      Step("Bar", from: 1, to: 2) { record in
        seen.withLock { $0.append(record["integer"]?.int ?? 0) }
        record.rename("integer", to: "number")
      }
      Step("Owner", from: 1, to: 2) { record in
        // Inner objects have been through their steps.
        #expect(record.object("one")?["number"] == 1)
        #expect(record.objects("many").map { $0["number"]?.int } == [2, 3])
        #expect(record["named"]?["b"].flatMap { record.record($0) }?["number"] == 6)
      }
    }
    let store = try Store(path, models: [], migrations: plan)
    #expect(seen.withLock { $0.sorted() } == [1, 2, 3, 4, 5, 6, 7])
    let archive = try #require(try store.read { try $0["rows"].archive(0) })
    #expect(archive.root["some"]?.set?.first?["number"] == 4)
    #expect(archive.objects.first??["number"] == 6)
    #expect(archive.objects.first??["next"] == .reference(1))
    #expect(try store.read { try $0["rows"].archive(1) }?.root["number"] == 7)
  }

  @Test func `each level of a class has its own steps, the uppermost first`() throws {
    let animal = ArchivedObject(
      "Animal", kind: .class(superclass: nil), fields: [.init("legs", 4)])
    let dog = ArchivedObject(
      "Dog", version: 2, kind: .class(superclass: "Animal"), fields: [.init("name", "Rex")],
      superclass: animal)
    try put([Archive(.reference(1), objects: [dog])])
    let order = Mutex<[String]>([])
    let plan = MigrationPlan {
      Step("Dog", from: 1, to: 2) { _ in order.withLock { $0.append("never") } }
      Step("Dog", from: 2, to: 3) { record in
        order.withLock { $0.append("Dog") }
        #expect(record.fieldNames == ["feet", "name"])
        record.rename("feet", to: "paws")
      }
      Step("Animal", from: 1, to: 5) { record in
        order.withLock { $0.append("Animal") }
        record.rename("legs", to: "feet")
      }
    }
    let store = try Store(path, models: [], migrations: plan)
    #expect(order.withLock { $0 } == ["Animal", "Dog"])
    let object = try store.read { try $0["rows"].archive(0) }?.objects.first.flatMap { $0 }
    #expect(object?.version == 3 && object?.superclass?.version == 5)
    #expect(object?.superclass?.fields.map(\.name) == ["paws"])
  }
}
