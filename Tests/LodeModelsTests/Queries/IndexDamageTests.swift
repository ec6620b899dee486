import Foundation
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeModels
@testable import LodeStore

/// Of 720 changed bits in the pages of indexes, 80 changed the results of queries without an error,
/// and let values into a unique index twice.
///
/// `LODE_FLIPS=100000` changes that many bits, and `LODE_SEED` repeats a run.
@Suite("A changed bit in an index is an error, and never another answer", .tags(.random))
struct IndexDamageTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("s")
    let store = try Store(path, options: Self.options)
    for index in [
      IndexDefinition("city", name: "city").carrying("age"),
      IndexDefinition("age", name: "age"),
      IndexDefinition("name", name: "name").unique(),
      IndexDefinition(.each("tags"), name: "tags"),
      IndexDefinition("city", name: "counts").counting("age"),
    ] {
      try store.createIndex(index, on: "people")
    }
    try store.createIndex(IndexDefinition(search: ["title", "body"], name: "text"), on: "articles")
    for part in 0..<4 {
      try store.write { transaction in
        for key in part * 60..<part * 60 + 60 {
          try transaction["people"].put(Self.person(key), forKey: key)
          let title: ArchiveValue = .string("title \(key % 9)")
          let body: ArchiveValue = .string("the w\(key) of the w\(key % 7)")
          try transaction["articles"].put(["title": title, "body": body], forKey: key)
        }
        for key in stride(from: part * 60, to: part * 60 + 60, by: 11) {
          _ = try transaction["articles"].delete(key)
        }
      }
    }
    store.close()
  }

  private static let options = StoreOptions(trainsDictionaries: false)

  private static func name(_ key: Int) -> String {
    key % 50 == 7 ? String(repeating: "n", count: key == 57 ? 3000 : 600) + "\(key)" : "n\(key)"
  }

  private static func person(_ key: Int) -> [String: ArchiveValue] {
    [
      "name": .string(name(key)), "age": .int(Int64(key % 31)), "city": .string("c\(key % 17)"),
      "tags": .array([.string("t\(key % 23)"), .string("u\(key)")]),
    ]
  }

  @Test func `no answer of a query changes, and no write lets a value in twice`() throws {
    var random = SeededGenerator()
    let flips = environmentVariable("LODE_FLIPS").flatMap(Int.init) ?? 60
    let right = try answers()
    #expect(!right.contains(nil))
    let sound = try contents(of: path + "/data.mdb")
    let ranges = try indexPages(in: sound)
    let bytes = ranges.reduce(0) { $0 + $1.count }
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path + "/data.mdb"))
    defer { try? file.close() }
    var counts = (refused: 0, error: 0, harmless: 0, silent: 0)
    for _ in 0..<flips {
      let offset = Self.offset(Int.random(in: 0..<bytes, using: &random), in: ranges)
      let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
      try set(offset, to: sound[offset] ^ bit, in: file)
      if let found = try? answers() {
        let wrong = zip(found, right).first { $0 != nil && $0 != $1 }
        if let wrong {
          counts.silent += 1
          Issue.record("offset \(offset) bit \(bit): \(wrong), seed \(random.seed)")
        } else if found.contains(nil) {
          counts.error += 1
        } else {
          counts.harmless += 1
        }
      } else {
        counts.refused += 1
      }
      try set(offset, to: sound[offset], in: file)
    }
    print("seed \(random.seed): \(bytes) bytes, \(counts)")
    #expect(try answers() == right)
  }

  private func set(_ offset: Int, to byte: UInt8, in file: FileHandle) throws {
    try file.seek(toOffset: UInt64(offset))
    try file.write(contentsOf: [byte])
  }

  private static func offset(_ place: Int, in ranges: [Range<Int>]) -> Int {
    var place = place
    for range in ranges {
      if place < range.count { return range.lowerBound + place }
      place -= range.count
    }
    return ranges[0].lowerBound
  }

  private func indexPages(in file: Data) throws -> [Range<Int>] {
    let store = try Store(path, options: Self.options)
    defer { store.close() }
    let tables = try store.read { transaction in
      transaction.catalog.catalog.collections.values.flatMap { $0.indexes.map(\.id) }
    }
    #expect(tables.count == 6)
    return tables.sorted().flatMap { TreePages(of: "c\($0)", in: file).used }
  }

  /// The answers of all queries, before and inside a write; `nil` for an error.
  ///
  /// Throws if the store refuses the file.
  private func answers() throws -> [String?] {
    let store = try Store(path, options: Self.options)
    defer { store.close() }
    var answers: [String?] = []
    do {
      try store.read { transaction in
        let people = transaction.documents("people")
        for text in Self.conditions {
          answers.append(try? "\(people.fetch(Selection(parsing: text)).map(\.key))")
          answers.append(try? "\(people.count(Selection(parsing: text)))")
        }
        for aggregate in Self.aggregates {
          answers.append(try? "\(people.groups(by: ["city"], [aggregate]))")
        }
        let articles = transaction.documents("articles")
        for text in Self.searches {
          let hits = try? articles.search(text, limit: 5)
          answers.append(hits.map { "\($0.map { ($0.score, $0.object.key) })" })
          answers.append(try? "\(articles.count(SearchSelection(SearchTerms(text))))")
        }
      }
    } catch {
      answers.append(nil)
    }
    do {
      try store.write { transaction in
        for key in stride(from: 0, to: 240, by: 6) + [7, 57] {
          answers.append(
            Self.outcome { try transaction["people"].put(Self.person(key), forKey: 999) })
        }
        let newcomer: [String: ArchiveValue] = ["name": "new", "city": "c3", "age": 99]
        answers.append(Self.outcome { try transaction["people"].put(newcomer, forKey: 1000) })
        answers.append(Self.outcome { _ = try transaction["people"].delete(5) })
        let row: [String: ArchiveValue] = ["title": "title 3", "body": "the new"]
        answers.append(Self.outcome { try transaction["articles"].put(row, forKey: 1000) })
        answers.append(Self.outcome { _ = try transaction["articles"].delete(8) })
        if answers.suffix(4).contains(nil) {
          // A refused change makes later answers differ.
          throw Undone()
        }
        answers.append(try? "\(transaction.documents("people").groups(by: ["city"], [.count]))")
        let articles = transaction.documents("articles")
        answers.append(try? "\(articles.search("the").map(\.object.key))")
        throw Undone()
      }
    } catch is Undone {
    } catch {
      answers.append(nil)
    }
    return answers
  }

  private struct Undone: Error {}

  /// Whether a write was made, or refused for a value that is taken; `nil` for another error.
  private static func outcome(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return "made"
    } catch let error as StoreError where error.code == .uniqueViolation {
      return "taken"
    } catch {
      return nil
    }
  }

  private static let conditions = [
    "city = 'c3'", "city = 'c0'", "city = 'c16'", "city >= 'c14' AND city < 'c16'", "age = 30",
    "age < 3 ORDER BY age", "age >= 0 ORDER BY age DESC LIMIT 9", "name = 'n17'", "name = 'n239'",
    "name = 'n0'", "name = 'none'", "name >= 'n10' AND name < 'n12'", "tags CONTAINS 't5'",
    "tags CONTAINS 'u77'", "city = 'c5' AND age = 7", "city = 'c3' OR age = 3",
  ]
  private static let aggregates: [Aggregate] = [
    .count, .sum("age"), .minimum("age"), .maximum("age"),
  ]
  private static let searches = [
    "the", "title", "w7", "w77", "none", "\"the w9\"", "w1*", "w3 OR w4", "title:3 w2",
  ]
}
