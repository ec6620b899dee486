import Foundation
import LodeSearch
import LodeTestSupport
import LodeTestTags
import Testing

/// What SQLite's FTS4 and FTS5 answer to queries over real texts.
///
/// By default only the first texts are indexed, and answers are compared as far as they concern
/// these, because builds for tests are slow; with `LODE_SEARCHCASES_ALL` all of them.
@Suite(
  "Searches find what SQLite finds", .serialized,
  .enabled(if: OracleFiles.found != nil, "the cases are not there"), .tags(.slow))
struct OracleCaseTests {
  private let files: OracleFiles
  private let documents: [OracleDocument]
  private static var isWhole: Bool { environmentVariable("LODE_SEARCHCASES_ALL") != nil }
  private var limit: Int { Self.isWhole ? .max : rounds(3000) }

  init() throws {
    files = try #require(OracleFiles.found)
    documents = try #require(try files.documents(), "the program zstd is needed")
  }

  private var indexed: [OracleDocument] { documents.filter { $0.id <= limit } }

  @Test(.tags(.process)) func `in all kinds of tokens`() throws {
    let cases = try files.lines("cases.jsonl", as: OracleCase.self)
    let byMode = Dictionary(grouping: cases, by: \.mode)
    for (mode, cases) in byMode.sorted(by: { $0.key < $1.key }) {
      try compare(cases, try OracleStore(indexed, mode: mode), "\(mode)")
    }
  }

  @Test(.enabled(if: isWhole), .tags(.process)) func `after deletes, updates and inserts`() throws {
    var store = try OracleStore(indexed, mode: "unicode61")
    try store.apply(try files.lines("mutations.jsonl", as: OracleChange.self))
    let cases = try files.lines("cases_after.jsonl", as: OracleCase.self)
    try compare(cases, store, "after changes")
    try store.compact()
    try compare(cases, store, "after compaction")
    try compare(try files.lines("rank_after.jsonl", as: OracleRank.self), store)
  }

  @Test(.enabled(if: isWhole), .tags(.process)) func `in the order of its ranks`() throws {
    let store = try OracleStore(indexed, mode: "unicode61")
    try compare(try files.lines("rank.jsonl", as: OracleRank.self), store)
  }

  private func compare(_ ranks: [OracleRank], _ store: OracleStore) throws {
    var different = 0
    for rank in ranks {
      let top = try store.top(rank.top.count, rank.query, weights: rank.weights)
      let isSame =
        top.map(\.id) == rank.top.map(\.id)
        && zip(top, rank.top).allSatisfy { abs($0.score - $1.score) < 1e-6 }
      if isSame { continue }
      different += 1
      let (found, expected) = (top.prefix(3), rank.top.prefix(3).map { ($0.id, $0.score) })
      Issue.record("\(rank.case) \(rank.query) \(rank.weights ?? []): \(found) for \(expected)")
    }
    print("ranks: \(different) of \(ranks.count) differ")
  }

  @Test func `or is refused where FTS4 refuses`() throws {
    let store = try OracleStore(indexed, mode: "unicode61")
    let errors = try files.lines("errors.jsonl", as: OracleError.self)
    for error in errors {
      let query = error.query ?? Self.long(error.queryDesc ?? "")
      let found = Result { try store.ids(query).ids.count }
      switch (found, error.fts4Result.total) {
      case (.success(let count), let total?):
        #expect(Self.isWhole ? count == total : count <= total, "\(query)")
      case (.failure(let error), nil):
        #expect(error is SearchSyntaxError, "\(query)")
      default: Issue.record("\(query) gives \(found)")
      }
    }
  }

  /// A query that is described.
  private static func long(_ description: String) -> String {
    description.contains("parentheses")
      ? String(repeating: "(", count: 300) + "working" + String(repeating: ")", count: 300)
      : Array(repeating: "working", count: 1200).joined(separator: " AND ")
  }

  private func compare(_ cases: [OracleCase], _ store: OracleStore, _ title: String) throws {
    var different = 0
    for item in cases {
      let (ids, count) = try store.ids(item.query)
      #expect(count == ids.count, "\(item.name) \(item.query): the count")
      if try isSame(ids, item, store) { continue }
      different += 1
      Issue.record(
        "\(item.name) \(item.category) \(item.query): \(ids.count) \(ids.prefix(5)) for \(item.total) \((item.expectedIds ?? []).prefix(5))"
      )
    }
    print("\(title): \(different) of \(cases.count) differ")
  }

  private func isSame(_ ids: [Int], _ item: OracleCase, _ store: OracleStore) throws -> Bool {
    if let expected = item.expectedIds {
      if ids != expected.filter({ $0 <= limit }) { return false }
    } else if Self.isWhole {
      let text = ids.map(String.init).joined(separator: ",")
      if ids.count != item.total { return false }
      if try OracleFiles.sha256(text) != item.idsSha256 { return false }
    }
    guard Self.isWhole, let models = item.byModel else { return true }
    return store.countByModel(ids) == models
  }
}
