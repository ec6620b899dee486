import Foundation
import LodeModels
import LodeTestErrors
import LodeTestSupport
import Testing

@Suite("Rows of one version are given up only on request, and it is said how much that was")
struct AbandonTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("s") }

  init() throws {
    directory = try TemporaryDirectory()
    let first = try Store(path, models: [FooHistory.V1.self])
    try first.insert(contentsOf: (1...3).map { FooHistory.V1($0, "title \($0)") })
    try first.partition("ada").insert(FooHistory.V1(9, "hers"))
    try first.write { try $0["foo"].setMetadata([1], forKey: 2) }
    first.close()
    let second = try Store(path)
    try second.insert(FooHistory.V2(4, "four"))
    // A list of them is no row of the type.
    try second["lists"].put([FooHistory.V1(5, "five"), FooHistory.V1(6, "six")], forKey: "list")
    try second["texts"].put("Foo", forKey: 1)
    second.close()
  }

  private var failing: MigrationPlan {
    FooHistory.plan { _, record in if record.version == 1 { throw Stop() } }
  }

  @Test func `S45: a store that cannot be opened is opened once those rows are given up`() throws {
    expectCause(MigrationError.self) {
      try Store(path, models: [FooHistory.V3.self], migrations: failing)
    }
    let store = try Store(path)
    let entries = try store.indexes(of: "foo").map(\.entries)
    let bytes = try store["foo"].rows().dropLast(2).map(\.bytes.count)
    let report = try store.abandon("Foo", version: 1)
    #expect(report.object.type == "Foo" && report.object.version == 1)
    #expect(report.rows.map(\.collection) == ["foo"])
    #expect(report.count == 4 && report.bytes >= bytes.reduce(0, +))
    #expect(try report.rows[0].keys.prefix(3).map { try $0.decode(Int.self) } == [1, 2, 3])
    #expect(report.holders.map(\.collection) == ["lists"])
    #expect(report.holders.map(\.count) == [1])
    #expect(try store["foo"].count == 1)
    #expect(try store.indexes(of: "foo").map(\.entries) == entries.map { $0 - 4 })
    #expect(try store.verify().problems.isEmpty)
    // What the list holds is not given up, and is in the way still.
    #expect(try store.read { try $0["lists"].archive("list") }?.root.array?.count == 2)
    try store["lists"].delete("list")
    store.close()
    let new = try Store(path, models: [FooHistory.V3.self], migrations: failing)
    #expect(try new.fetch(FooHistory.V3.self).map(\.title) == ["four"])
  }

  @Test func `a dry run says the same, and deletes nothing`() throws {
    let store = try Store(path)
    let (rows, revision) = try (store["foo"].rows(), store.revision)
    let report = try store.abandon("Foo", version: 1, dryRun: true)
    #expect(try store["foo"].rows() == rows)
    #expect(try store.revision == revision)
    #expect(try store.abandon("Foo", version: 1) == report)
    #expect(try store.abandon("Foo", version: 1).count == 0)
  }

  @Test func `rows of other versions, and of types that are not there, are left alone`() throws {
    let store = try Store(path)
    #expect(try store.abandon("Foo", version: 3).rows.isEmpty)
    #expect(try store.abandon("Fo", version: 1).rows.isEmpty)
    // Objects of this type are only in rows of others.
    let bars = try store.abandon("Bar", version: 1)
    #expect(bars.rows.isEmpty && bars.holders.map(\.count) == [5, 1])
    #expect(try store["foo"].count == 5)
    #expect(try store.abandon("Foo", version: 2).rows.map(\.count) == [1])
    #expect(try store.get(FooHistory.V1.self, 1)?.string == "title 1")
  }

  @Test func `a type's rows are given up under its former names too`() throws {
    let store = try Store(directory.file("notes"), models: [Loss.Note.self])
    try store.insert(Loss.Note(1, "name", "note"))
    #expect(try store.abandon(Loss.Memo.self, version: 1).rows.map(\.collection) == ["notes"])
    #expect(try store["notes"].count == 0)
  }

  @Test func `blobs of rows that are given up go with them`() throws {
    let store = try Store(directory.file("blobs"))
    let blob = try ArchiveValue(archiving: Blob(Data(repeating: 7, count: 100_000)))
    let owner = ArchivedObject("Owner", fields: [.init("id", 1), .init("part", blob)])
    try store.write { try $0["owners"].putArchive(Archive(.object(owner)).forStore(), forKey: 1) }
    #expect(try store.statistics().blobs.count == 1)
    #expect(try store.abandon("Owner", version: 1).count == 1)
    #expect(try store.statistics().blobs.count == 0)
    #expect(try store.verify().isSound)
  }

  @Test func `a row that cannot be read could be anything: nothing is given up beside it`() throws {
    for name in try names(in: path) {
      var bytes = try contents(of: path + "/" + name)
      while let range = bytes.range(of: Data("title 2".utf8)) {
        bytes[range.lowerBound] = UInt8(ascii: "X")
      }
      try write(bytes, to: path + "/" + name)
    }
    let store = try Store(path)
    let error = #expect(throws: StoreError.self) { try store.abandon("Foo", version: 1) }
    #expect(error?.code == .damaged)
    #expect(try store.get(FooHistory.V1.self, 1) != nil)
  }
}
