import LodeCoding
import Testing

@testable import LodeModels
@testable import LodeStore

// A limit of -1 trapped here, gave nothing there, and everything elsewhere.
@Suite("Limits mean the same everywhere")
struct LimitTests {
  private let store: Store
  private let fixture: TestStore

  init() throws {
    fixture = try TestStore()
    store = fixture.store
    for id in 0..<5 {
      try store.put(Person(id, "p\(id)"))
      try store.documents("d").put(["n": .int(Int64(id)), "text": "tea"], forKey: id)
    }
    try store.createIndex(IndexDefinition(search: ["name"]), on: "person")
    try store.createIndex(IndexDefinition(search: ["text"]), on: "d")
  }

  /// How many rows each call gives with a limit.
  private func counts(_ limit: Int?) throws -> [Int] {
    let documents = store.documents("d")
    let query = Query<Person>().limit(limit)
    return [
      try store.fetch(query).count, try store.count(query),
      try store.fetch(query.order(by: .descending("name"))).count,
      try store.read { try $0.fetch(query, scanning: { _ in true }) }.count,
      try store.read { try $0.select(["name"], query) }.count,
      try store.fetch(Person.self, limit: limit).count,
      try store.read {
        try $0.documents("d").fetch(Selection(limit: limit), scanning: { _ in true })
      }
      .count,
      try documents.fetch(Selection(limit: limit)).count,
      try documents.count(Selection(limit: limit)),
      try documents.fetch(limit: limit).count,
      try documents.fetch(Selection(orderedBy: [.descending("n")], limit: limit)).count,
      try store["d"].keys(limit: limit).count, try store["d"].rows(limit: limit).count,
    ]
  }

  /// How many rows each search, section and calculation gives with a limit.
  private func otherCounts(_ limit: Int?) throws -> [Int] {
    try store.read { transaction in
      let documents = transaction.documents("d")
      let (query, selection) = (Query<Person>().limit(limit), Selection(limit: limit))
      return [
        try transaction.search(Person.self, "p*", limit: limit).count,
        try transaction.search(Person.matching("p*").limit(limit)).count,
        try documents.search("tea", limit: limit).count,
        try store.read { try $0.documents("d").keys(limit: limit) }.count,
        try transaction.sections(by: "name", query).count,
        try store.read { try $0.documents("d").sections(by: "n", selection) }.count,
        try transaction.groups(by: ["name"], [.count], query).count,
        try store.read { try $0.documents("d").groups(by: ["n"], [.count], selection) }.count,
        try transaction.aggregate(.count, query)?.int ?? -1,
        try store.read { try $0.documents("d").aggregate(.count, selection) }?.int ?? -1,
      ]
    }
  }

  @Test func `searches, sections, keys and calculations have the same limits`() throws {
    for (limit, expected) in [(nil, 5), (0, 0), (2, 2), (9, 5)] {
      let counts = try otherCounts(limit)
      #expect(counts.allSatisfy { $0 == expected }, "limit \(limit ?? -1): \(counts)")
    }
    let (query, selection) = (Query<Person>().limit(-1), Selection(limit: -1))
    let calls: [(ReadTransaction) throws -> Void] = [
      { _ = try $0.search(Person.self, "p*", limit: -1) },
      { _ = try $0.documents("d").search("tea", limit: -1) },
      { _ = try $0.documents("d").keys(limit: -1) },
      { _ = try $0.sections(by: "name", query) },
      { _ = try $0.documents("d").sections(by: "n", selection) },
      { _ = try $0.documents("d").groups(by: ["n"], [.count], selection) },
      { _ = try $0.aggregate(.count, query) },
      { _ = try $0.documents("d").aggregate(.count, selection) },
    ]
    for call in calls { expect(.invalidLimit) { try store.read { try call($0) } } }
  }

  @Test func `without a limit all rows come, with 0 none, and with a number so many`() throws {
    #expect(try counts(nil).allSatisfy { $0 == 5 })
    #expect(try counts(0).allSatisfy { $0 == 0 })
    #expect(try counts(2).allSatisfy { $0 == 2 })
    #expect(try counts(9).allSatisfy { $0 == 5 })
  }

  @Test func `a negative limit or offset is an error, never a trap`() throws {
    let documents = store.documents("d")
    let query = Query<Person>().filter(.not(.isNil("name")))
    for wrong in [query.limit(-1), query.limit(.min), query.offset(-1)] {
      expect(.invalidLimit) { _ = try store.fetch(wrong) }
      expect(.invalidLimit) { _ = try store.count(wrong) }
      expect(.invalidLimit) { _ = try store.exists(wrong) }
      expect(.invalidLimit) { _ = try store.read { try $0.fetch(wrong, scanning: { _ in true }) } }
      expect(.invalidLimit) { _ = try store.delete(wrong) }
      expect(.invalidLimit) { _ = try store.read { try $0.groups(by: ["name"], [.count], wrong) } }
      expect(.invalidLimit) { _ = try documents.fetch(wrong.selection) }
      expect(.invalidLimit) { _ = try documents.count(wrong.selection) }
    }
    expect(.invalidLimit) { _ = try store.fetch(Person.self, limit: -1) }
    expect(.invalidLimit) { _ = try documents.fetch(limit: -1) }
    expect(.invalidLimit) {
      _ = try documents.fetch(Selection(orderedBy: [.descending("n")], limit: -1))
    }
    expect(.invalidLimit) { _ = try store.read { try $0.fetchPage(query, limit: -1) } }
    expect(.invalidLimit) {
      _ = try store.read { try $0.documents("d").fetchPage(Selection(), limit: -1) }
    }
    #expect(try store.count(query) == 5)
  }

  @Test func `a page of 0 rows ends where it begins`() throws {
    let query = Query<Person>().order(by: .ascending("name"))
    let first = try store.read { try $0.fetchPage(query, limit: 2) }
    let none = try store.read { try $0.fetchPage(query, limit: 0, after: first.next) }
    #expect(none.rows.isEmpty && none.next == first.next)
  }
}
