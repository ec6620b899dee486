import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeStore

/// A build that mixed up rows and values would lose rows of queries, or find the wrong rows.
@Suite("A build of an index with helper threads gives the same index as a build without")
struct IndexBuildAheadTests {
  private let directory: TemporaryDirectory
  private let path: String
  private static let rows = 1_500

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("s")
    let store = try Store(path, options: StoreOptions(trainsDictionaries: false))
    try store.write { transaction in
      for key in 0..<Self.rows { try transaction["people"].put(Self.row(key), forKey: key) }
    }
    try store.trainDictionary(for: "people")
    store.close()
  }

  private static func row(_ key: Int) -> [String: ArchiveValue] {
    // Some rows are too short for compression.
    if key % 7 == 0 { return ["name": .string("s\(key)")] }
    return person(
      "n\(key * 7919 % rows)", age: key % 100, city: "the city of the people \(key % 13)",
      tags: ["the first tag \(key % 4)", "the second tag \(key % 5)"])
  }

  private func store(helped: Bool) throws -> Store {
    try Store(path, options: StoreOptions(trainsDictionaries: false, usesHelperThreads: helped))
  }

  /// Row keys that a new index lists with helper threads, and without.
  private func keys(_ definition: IndexDefinition) throws -> (helped: [Int], plain: [Int]) {
    func keys(helped: Bool) throws -> [Int] {
      let store = try store(helped: helped)
      defer { store.close() }
      // A large collection needs a build.
      if try store.createIndex(definition, on: "people") != .ready { try store.buildIndexes() }
      #expect(try store.verify().isSound)
      let keys = try store.keys(in: definition.name)
      try store.dropIndex(definition.name, on: "people")
      return keys
    }
    return (try keys(helped: true), try keys(helped: false))
  }

  private static let definitions: [IndexDefinition] = [
    IndexDefinition("name", name: "i"), IndexDefinition("name", name: "i").unique(),
    IndexDefinition("age", name: "i"), IndexDefinition(.each("tags"), name: "i"),
    IndexDefinition("city", .descending("name"), name: "i"),
    IndexDefinition("name", name: "i").carrying("age", "tags"),
    IndexDefinition(.folded("name"), name: "i").includingNil(),
    IndexDefinition("name", name: "i").only(where: .not(.isNil("age"))),
  ]

  @Test(arguments: definitions.indices) func `of each kind`(place: Int) throws {
    let (helped, plain) = try keys(Self.definitions[place])
    #expect(helped == plain && plain.count > 1_250)
  }

  /// Runs that a merge mixed up would append entries out of order, or lose entries.
  @Test func `of several runs of entries`() throws {
    let store = try store(helped: true)
    let rows = 2 * EntryRuns.entriesOfRun + Self.rows
    try store.write { transaction in
      for key in Self.rows..<rows {
        try transaction["people"].put(person("n\(key * 7919 % rows)", age: key % 9), forKey: key)
      }
    }
    store.close()
    for definition in [IndexDefinition("name", name: "i"), IndexDefinition("age", name: "i")] {
      let (helped, plain) = try keys(definition)
      #expect(helped == plain && Set(plain).count == plain.count && plain.count > rows - Self.rows)
    }
  }

  /// A helper thread has only the newest dictionary, so the calling thread decompresses the others.
  @Test func `of rows with several dictionaries`() throws {
    let store = try store(helped: true)
    try store.write { transaction in
      for key in stride(from: 0, to: Self.rows, by: 2) {
        try transaction["people"].put(Self.row(key), forKey: key)
      }
    }
    try store.trainDictionary(for: "people")
    try store.write { transaction in
      for key in stride(from: 0, to: Self.rows, by: 3) {
        try transaction["people"].put(Self.row(key), forKey: key)
      }
    }
    store.close()
    let (helped, plain) = try keys(IndexDefinition("name", name: "i"))
    #expect(helped == plain && Set(plain) == Set(0..<Self.rows))
  }

  /// Several indexes with the same progress are built together.
  @Test func `of several indexes together`() throws {
    let store = try store(helped: true)
    try store.write { transaction in
      for key in Self.rows..<12_000 {
        try transaction["people"].put(Self.row(key), forKey: key)
      }
    }
    let definitions = [
      IndexDefinition("name"), IndexDefinition("age"), IndexDefinition(.each("tags")),
    ]
    for definition in definitions {
      #expect(try store.createIndex(definition, on: "people") == .building)
    }
    try store.buildIndexes()
    #expect(try store.indexes(of: "people").allSatisfy { $0.state == .ready })
    #expect(try store.keys(in: "name").count == 12_000)
    #expect(try store.verify().isSound)
  }

  /// Entries of long values are shortened: some belong before entries that are already appended.
  @Test func `of long values that begin alike`() throws {
    let store = try store(helped: true)
    let head = String(repeating: "the same beginning ", count: 60)
    try store.write { transaction in
      for key in stride(from: 0, to: Self.rows, by: 3) {
        try transaction["people"].put(person(head + "\(key % 500)", city: head), forKey: key)
      }
    }
    store.close()
    let (helped, plain) = try keys(IndexDefinition("name", name: "i"))
    #expect(helped == plain && plain.count == Self.rows)
    #expect(Set(plain).count == Self.rows)
  }

  @Test(arguments: [true, false])
  func `and finds a value that two rows have`(helped: Bool) throws {
    let store = try store(helped: helped)
    try store.write { transaction in
      try transaction["people"].put(Self.row(1_000), forKey: Self.rows + 5)
    }
    let definition = IndexDefinition("name", name: "i").unique()
    #expect(try store.createIndex(definition, on: "people") == .hasDuplicates)
    #expect(try store.duplicates(in: "i", of: "people").map(\.count) == [2])
  }

  @Test(arguments: [true, false])
  func `and stops at a damaged row`(helped: Bool) throws {
    let store = try store(helped: helped)
    let key = Key(751).bytes
    var record = try #require(try store.record(at: key, in: "people"))
    record[record.count / 2] ^= 1
    try store.plant(record, at: key, in: "people")
    for definition in [IndexDefinition("name"), IndexDefinition("city")] {
      #expect(try store.createIndex(definition, on: "people") == .building)
      expect(.damaged) { try store.buildIndexes() }
    }
  }
}
