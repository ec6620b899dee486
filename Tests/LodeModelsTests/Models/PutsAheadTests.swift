import Foundation
import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeModels
@testable import LodeStore

/// A row whose archive a helper thread compresses could get the archive of another row.
///
/// `LODE_SEED` repeats a run.
@Suite("Arrays of models are saved with helper threads as without")
struct PutsAheadTests {
  private struct Paper: Archivable, Model, TimestampedModel, Equatable {
    var id: Int
    var title: String
    var body: String
    var file: Blob?

    struct Unreadable: Error {}

    static let collectionName = "paper"
    static let keyFields = ["id"]
    var primaryKey: Int { id }
    static let indexes = [IndexDefinition("title", name: "title").unique()]
    static let archiveSchema = ArchiveSchema(
      "Paper",
      fields: [
        .init("id", Int.self), .init("title", String.self), .init("body", String.self),
        .init("file", Blob?.self),
      ])

    init(_ id: Int, title: String, body: String, file: Blob? = nil) {
      (self.id, self.title, self.body, self.file) = (id, title, body, file)
    }

    init(from archive: inout ArchiveReader) throws {
      id = try archive.decode(0)
      title = try archive.decode(1)
      body = try archive.decode(2)
      file = try archive.decode(3)
    }

    func encode(to archive: inout ArchiveWriter) throws {
      if body == "unreadable" { throw Unreadable() }
      try archive.encode(id)
      try archive.encode(title)
      try archive.encode(body)
      try archive.encode(file)
    }
  }

  private func store(helped: Bool) throws -> TestStore {
    try TestStore([Paper.self]) { $0.usesHelperThreads = helped }
  }

  /// Papers with short, long, and very long texts; one in two hundred has a large file.
  private func papers(_ keys: [Int], _ random: inout SeededGenerator) -> [Paper] {
    keys.map { key in
      let count = key % 100 == 3 ? 600 : [0, 120, 180, 240][key % 4]
      var body = ""
      for _ in 0..<count { body += "word\(random.next() % 200) " }
      let file = key % 200 == 7 ? Blob(Data(repeating: UInt8(key % 256), count: 40_000)) : nil
      return Paper(key, title: "paper \(key)", body: body, file: file)
    }
  }

  private func rows(_ fixture: TestStore) throws -> [StoredRow] {
    try fixture.store["paper"].rows()
  }

  private func dictionary(_ fixture: TestStore) throws -> UInt32? {
    try fixture.store.read { $0["paper"].access.info?.settings.dictionary }
  }

  @Test(.tags(.random)) func `rows, outcomes, and dictionaries are the same`() throws {
    var random = SeededGenerator()
    print("PutsAheadTests: LODE_SEED=\(random.seed)")
    let (helped, plain) = (try store(helped: true), try store(helped: false))
    let first = papers((0..<2_400).shuffled(using: &random), &random)
    // Some keys occur twice, and some papers do not change.
    let keys = (0..<600).map { _ in Int.random(in: 0..<3_000, using: &random) }
    let second = papers(keys, &random) + first.filter { !keys.contains($0.id) }.prefix(300)
    var outcomes: [SaveOutcome] = []
    for fixture in [helped, plain] {
      #expect(try fixture.store.write { try $0.insert(contentsOf: first) } == first.map(\.id))
      outcomes.append(try fixture.store.write { try $0.put(contentsOf: second) })
      #expect(try dictionary(fixture) == 1)
      #expect(try fixture.store.verify().isSound)
    }
    #expect(outcomes[0] == outcomes[1] && outcomes[0].unchanged >= 300)
    #expect(try rows(helped) == rows(plain), "LODE_SEED=\(random.seed)")
    var last: [Int: Paper] = [:]
    for paper in first + second { last[paper.id] = paper }
    let found = try helped.store.fetch(Paper.self)
    #expect(found == last.values.sorted { $0.id < $1.id }, "LODE_SEED=\(random.seed)")
  }

  @Test(arguments: [10, 700])
  func `an error undoes all rows, and is the error of the earliest row`(place: Int) throws {
    var random = SeededGenerator(seed: 1)
    let fixture = try store(helped: true)
    var many = papers(Array(0..<1_000), &random)
    many[place].id = 3
    for later in many.indices.dropFirst(place + 1) { many[later].body = "unreadable" }
    let error = expect(.duplicateKey) {
      _ = try fixture.store.write { try $0.insert(contentsOf: many) }
    }
    #expect(error.map { "\($0)".contains("key 3") } == true)
    #expect(try rows(fixture).isEmpty)
    many[place].id = place
    many[place].title = "paper 3"
    expect(.uniqueViolation) {
      _ = try fixture.store.write { try $0.put(contentsOf: many) }
    }
    many[place].body = "unreadable"
    #expect(throws: Paper.Unreadable.self) {
      try fixture.store.write { try $0.put(contentsOf: many) }
    }
    #expect(try rows(fixture).isEmpty && fixture.store.verify().isSound)
  }

  @Test func `later calls of the same write see all rows`() throws {
    var random = SeededGenerator(seed: 2)
    let fixture = try store(helped: true)
    let many = papers(Array(0..<1_000), &random)
    try fixture.store.write { transaction in
      try transaction.insert(contentsOf: many)
      #expect(try transaction.count(Paper.self) == 1_000)
      #expect(try transaction.get(Paper.self, 999) == many[999])
      try transaction.setCompression(.off, forCollection: "paper")
      try transaction.put(contentsOf: many.map { Paper($0.id, title: $0.title, body: "new") })
      #expect(try transaction.get(Paper.self, 999)?.body == "new")
    }
    #expect(try rows(fixture).count == 1_000)
  }

  /// An insert of uncompressed rows would take a tenth longer, for copies that nobody compresses.
  @Test(arguments: [Compression.off, .automatic])
  func `helper threads get only rows to compress`(compression: Compression) throws {
    var random = SeededGenerator(seed: 3)
    let fixture = try TestStore([Paper.self]) { $0.compression = compression }
    try fixture.store.write { transaction in
      let access = transaction.scope.access(to: "paper")
      var puts = PutsAhead(access, .insert, isStamped: true)
      for paper in papers(Array(0..<300), &random) {
        try paper.id.withKeyBytes { try puts.put(paper, forKey: $0) { _ in } }
      }
      let isHelped = compression == .automatic && HelperThreads.count > 0
      #expect(try access.reading.count() == (isHelped ? 256 : 300))
      try puts.finish { _ in }
      #expect(try access.reading.count() == 300)
    }
  }
}
