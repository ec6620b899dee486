import Foundation
import LodeModels
import LodeTestSupport
import Testing

@Suite("The types of fields that steps leave")
struct StepTypesTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("s") }

  init() throws { directory = try TemporaryDirectory() }

  /// Nested, with a field that a step made of another one; and one more in the version after that.
  private struct Part<Version: PartVersion>: Archivable {
    var values: [Int?]
    static var archiveSchema: ArchiveSchema { Version.schema }
    func encode(to archive: inout ArchiveWriter) throws {
      for value in values { try archive.encode(value) }
    }
    init(from archive: inout ArchiveReader) throws {
      values = []
      for index in Version.schema.fields.indices { values.append(try archive.decode(index)) }
    }
  }

  private protocol PartVersion { static var schema: ArchiveSchema { get } }

  private enum Second: PartVersion {
    static let schema = ArchiveSchema(
      "Part", version: 2, fields: [.init("a", Int?.self), .init("b", Int?.self)])
  }

  private enum Third: PartVersion {
    static let schema = ArchiveSchema(
      "Part", version: 3, fields: Second.schema.fields + [.init("c", Int?.self)])
  }

  private func put(_ archives: [Archive], in collection: String) throws {
    let store = try Store(path)
    try store.write { transaction in
      for (index, archive) in archives.enumerated() {
        try transaction[collection].putArchive(try archive.forStore(), forKey: index)
      }
    }
    store.close()
  }

  @Test
  func
    `a fraction may become a whole number, by a value of the program's and by one of an archive`()
    throws
  {
    let old = ArchivedObject(
      "Owner", fields: [.init("id", 7), .init("part", 2.0), .init("other", 4.0)])
    try put([Archive(.object(old))], in: "rows")
    let plan = MigrationPlan {
      Step("Owner", from: 1, to: 2) { record in
        try record.transform("part") { (part: Double) in Int(part) }
        record["other"] = 4
      }
    }
    let store = try Store(path, models: [], migrations: plan)
    let object = try #require(try store.read { try $0["rows"].archive(0) }?.root.object)
    #expect(object["part"] == 2 && object["other"] == 4)
    #expect(object.fields.map(\.type) == [.int64, .int64, .int64])
  }

  @Test
  func `a null that a step copied is of the type of its field, and the next version needs no step`()
    throws
  {
    let part = ArchivedObject("Part", fields: [.init("a", type: .optional(.int64), .null)])
    try put([Archive(.object(part))], in: "rows")
    let step = Step(Part<Second>.self, from: 1, to: 2) { $0["b"] = $0["a"] }
    try Store(path, models: [], migrations: MigrationPlan { step }).close()
    let next = MigrationPlan(types: [Part<Third>.self]) {
      Step(Part<Third>.self, from: 1, to: 2) { $0["b"] = $0["a"] }
    }
    let store = try Store(path, models: [], migrations: next)
    let read: Part<Third>? = try store["rows"].get(0)
    #expect(read?.values == [nil, nil, nil])
  }

  @Test func `objects of one type may have other fields of an extension each`() throws {
    let store = try Store(path)
    let old = ["shoe", "hat"].enumerated().map { index, name in
      Archive(
        .object(
          ArchivedObject(
            "Kept", version: 2, fields: [.init("id", .int(Int64(index)))],
            extensions: [.init("Clothes", fields: [.init(name, 42)])])))
    }
    store.close()
    try put(old, in: "kept")
    let again = try Store(path)
    for (index, name) in ["shoe", "hat"].enumerated() {
      let read = try #require(try again["kept"].get(index, as: Loss.Second.self))
      #expect(read.extensions[ArchiveExtensionField<Int>("Clothes", name)] == 42)
      try again["typed"].put(read, forKey: index)
    }
    #expect(try again["typed"].count == 2)
  }
}
