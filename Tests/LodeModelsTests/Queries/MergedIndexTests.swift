import Foundation
import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeModels
@testable import LodeStore

/// What somebody would have lost: rows that both indexes name, but that the merge has skipped.
@Suite("A merge of two indexes finds the rows that both indexes name", .tags(.random))
struct MergedIndexTests {
  private let directory: TemporaryDirectory
  private let store: Store
  private var random = SeededGenerator()

  init() throws {
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"))
    for field in ["a", "b", "t"] {
      try store.createIndex(IndexDefinition(IndexPart(ArchivePath([field]))), on: "d")
    }
    print("seed \(random.seed)")
  }

  private static let texts = [
    "", "x", String(repeating: "l", count: 490), "m" + String(repeating: "l", count: 700),
  ]

  private mutating func number(_ range: Range<Int>) -> Int { .random(in: range, using: &random) }

  /// Fills a partition, and returns its documents.
  private mutating func fill(
    _ partition: String?, _ count: Int, lengths: [Int]
  ) throws -> [String: [String: ArchiveValue]] {
    var documents: [String: [String: ArchiveValue]] = [:]
    for index in 0..<count {
      let head = number(0..<3) == 0 ? "k\(index)" : "\(index)k"
      let length = lengths[number(0..<lengths.count)]
      let key = String(repeating: "p", count: length) + head
      documents[key] = [
        // Most documents share one value, so most entries of its index are skipped.
        "a": .int(Int64(max(0, number(0..<12) - 8))), "b": .int(Int64(number(0..<3))),
        "t": .string(Self.texts[number(0..<4)]),
      ]
    }
    try store.write { transaction in
      let all = transaction.documents("d", partition: partition)
      for (key, document) in documents { try all.put(document, forKey: key) }
    }
    return documents
  }

  private func check(
    _ documents: [String: [String: ArchiveValue]], _ partition: String?, merges: Bool = true
  ) throws {
    var merged = 0
    for (first, second) in [("a", "b"), ("b", "a"), ("a", "t"), ("t", "b")] {
      let firsts = Set(documents.values.compactMap { $0[first] })
      let seconds = Set(documents.values.compactMap { $0[second] })
      for (one, other) in firsts.flatMap({ one in seconds.map { (one, $0) } }) {
        let expected = documents.filter { $0.value[first] == one && $0.value[second] == other }
        let condition = Condition.and([
          .comparison(.path(ArchivePath([first])), .equal, .value(one)),
          .comparison(.path(ArchivePath([second])), .equal, .value(other)),
        ])
        try store.read { transaction in
          let access = transaction.documents("d").access
          for costs in [PlanCosts(), PlanCosts(lookup: 1, leastMerged: 1, leastLookups: 10_000)] {
            var rows = try RowSelection(access, partition, Selection(condition))
            rows.costs = costs
            let plan = try rows.plan()
            if case .intersection = plan { merged += 1 }
            let keys = try rows.keys().map { try rows.place.key($0.span, as: String.self, of: "d") }
            #expect(Set(keys) == Set(expected.keys), "\(plan)")
            #expect(keys.count == expected.count, "\(plan)")
          }
        }
      }
    }
    #expect(merged > 0 || !merges)
  }

  @Test mutating func `with short keys`() throws {
    let documents = try fill(nil, 600, lengths: [0, 3, 20])
    try check(documents, nil)
  }

  @Test mutating func `with rows in partitions`() throws {
    let ada = try fill("ada", 300, lengths: [0, 3, 20])
    let bob = try fill("bob", 300, lengths: [0, 3, 20])
    try check(ada, "ada")
    try check(bob, "bob")
  }

  /// A search in the table compares only the first bytes of long values.
  @Test func `with long values that differ in their last byte`() throws {
    let long = String(repeating: "l", count: 496)
    var documents: [String: [String: ArchiveValue]] = [:]
    for index in 0..<90 {
      documents["\(index)"] = ["a": 1, "b": 2, "t": .string(long + ["a", "b", "c"][index % 3])]
    }
    try store.write { transaction in
      for (key, document) in documents { try transaction.documents("d").put(document, forKey: key) }
    }
    try check(documents, nil)
  }

  @Test mutating func `with keys that are too long for the table`() throws {
    let documents = try fill(nil, 300, lengths: [0, 3, 480, 600])
    // Such keys make the indexes lossy, and the entries of a lossy index are not merged.
    try check(documents, nil, merges: false)
  }

  @Test mutating func `with an index of which one value has few entries`() throws {
    var documents = try fill(nil, 500, lengths: [1, 2])
    let rare: [String: ArchiveValue] = ["a": 77, "b": 1, "t": "x"]
    for key in ["0", "ppp7", "zz"] { documents[key] = rare }
    try store.write { transaction in
      for key in ["0", "ppp7", "zz"] { try transaction.documents("d").put(rare, forKey: key) }
    }
    try check(documents, nil)
  }
}
