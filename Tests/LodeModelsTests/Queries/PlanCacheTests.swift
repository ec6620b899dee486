#if Macros
  import Foundation
  import Lode
  import LodeCoding
  import LodeTestSupport
  import LodeTestTags
  import Testing

  @testable import LodeModels
  @testable import LodeStore

  @Model("parcel") private struct Parcel: Equatable {
    @Key var id: Int
    var sender: String
    var weight: Double
    var count: Int
    var size: Float
    var note: String?
    var extra: [String: Int]
  }

  /// What somebody would have lost: rows that a query leaves out, or rows that a query should not
  /// find, because an earlier query with other constants chose the plan.
  @Suite("A cached plan finds the same rows as a new plan", .tags(.random))
  struct PlanCacheTests {
    private let test: TestStore
    private var store: Store { test.store }

    init() throws {
      test = try TestStore([Parcel.self])
      for field in ["sender", "weight", "count", "size"] {
        try store.createIndex(IndexDefinition(IndexPart(ArchivePath([field]))), on: "parcel")
      }
    }

    private static let senders = [
      "Oslo", "50", "2026-01-31", "", "é", "e\u{301}", "1e2", "0",
      "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "Bergen",
    ]

    private static func parcel(_ id: Int, _ random: inout SeededGenerator) -> Parcel {
      func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
      return Parcel(
        id: id, sender: senders[number(senders.count)], weight: Double(number(200) - 100) / 10,
        count: number(20) - 10, size: Float(number(20)) / 10,
        note: number(3) == 0 ? nil : "n\(number(4))", extra: number(2) == 0 ? [:] : ["a": number(3)]
      )
    }

    private func explain(_ query: Query<Parcel>) throws -> QueryExplanation {
      try store.read { try $0.explain(query) }
    }

    @Test func `the second query of a shape uses the plan of the first query`() throws {
      try store.insert(Parcel(id: 1, sender: "a", weight: 1, count: 1, size: 1, extra: [:]))
      let first = try Query<Parcel>("sender = ?", parameters: ["a"])
      #expect(try !explain(first).isPlanCached)
      #expect(try store.fetch(first).map(\.id) == [1])
      let second = try explain(Query<Parcel>("sender = ?", parameters: ["b"]))
      #expect(
        second.description == "index sender (equal sender), 0 rows read, 0 chosen; plan: cached")
      // Another operator, another field, and another window are other shapes.
      for text in ["sender > 'a'", "count = 1", "sender = 'a' LIMIT 5", "sender = 5"] {
        #expect(try !explain(Query<Parcel>(text)).isPlanCached, "\(text)")
      }
    }

    @Test func `a text that is too long for an entry finds its rows after a cached plan`() throws {
      let long = String(repeating: "x", count: 600)
      let senders = ["Oslo", long, long + "y", long, "Oslo"]
      try store.insert(
        senders.enumerated().map {
          Parcel(id: $0, sender: $1, weight: 1, count: 1, size: 1, extra: [:])
        })
      for (sender, ids) in [("Oslo", [0, 4]), (long, [1, 3]), (long + "y", [2]), ("x", [])] {
        for _ in 0..<2 {
          let query = Query(
            Parcel.self, Selection(.comparison("sender", .equal, .value(.string(sender)))))
          #expect(try store.fetch(query).map(\.id) == ids)
        }
      }
    }

    @Test func `a change of the indexes discards the plans`() throws {
      try store.insert(
        (0..<50).map {
          Parcel(id: $0, sender: "s\($0)", weight: 1, count: 1, size: 1, extra: [:])
        })
      let query = try Query<Parcel>("sender = 's7'")
      for _ in 0..<2 { #expect(try store.fetch(query).map(\.id) == [7]) }
      #expect(try explain(query).isPlanCached)
      try store.dropIndex("sender", on: "parcel")
      #expect(try explain(query).isScan)
      #expect(try store.fetch(query).map(\.id) == [7])
      #expect(throws: StoreError.self) { try store.fetch(query.requiringIndex()) }
    }

    @Test func `a constant that the check refuses is refused after a cached plan`() throws {
      _ = try store.fetch(Query<Parcel>("count = '5'"))
      #expect(throws: ConditionError.self) { try Query<Parcel>("count = 'many'") }
      let text = try Selection(parsing: "count = 'many'")
      #expect(throws: StoreError.self) { try store.fetch(Query(Parcel.self, text)) }
      // Constants beside a `Float` field are rounded each time.
      try store.insert(Parcel(id: 1, sender: "a", weight: 1, count: 1, size: 0.1, extra: [:]))
      for (constant, ids) in [(0.5, []), (0.1, [1])] {
        let query = Query(
          Parcel.self, Selection(.comparison("size", .equal, .value(.double(constant)))))
        #expect(try store.fetch(query).map(\.id) == ids)
      }
    }

    private static let texts = [
      "sender = ?s", "count = ?i", "weight = ?d", "size = ?d", "weight > ?d", "count < ?i",
      "count BETWEEN ?i AND ?i", "sender = ?s AND note IS NULL", "sender = ?s AND extra.a = ?i",
      "weight >= ?d ORDER BY weight", "count = ?i ORDER BY count LIMIT 7",
      "weight <= ?d ORDER BY weight DESC LIMIT 9", "ORDER BY weight DESC LIMIT 4",
      "ORDER BY sender LIMIT 3 OFFSET 2", "ORDER BY count LIMIT 200",
      "NOT note IS NULL AND count = ?i",
      "sender = ?i", "count = ?d", "count > ?i AND weight > ?d", "note = ?s", "sender >= ?s",
      "sender = ?s LIMIT 3", "sender = ?s LIMIT 2 OFFSET 1", "sender = ?s LIMIT 0",
    ]

    @Test func `random constants, indexes, and rows`() throws {
      var random = SeededGenerator()
      print("seed \(random.seed)")
      let plain = try TestStore([Parcel.self])
      func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
      var cached = 0
      for _ in 0..<rounds(40) {
        let parcels = (0..<40).map { _ in Self.parcel(number(300), &random) }
        try store.put(parcels)
        try plain.store.put(parcels)
        if number(3) == 0 {
          let name = ["sender", "weight", "count", "size"][number(4)]
          if try store.indexes(of: "parcel").contains(where: { $0.definition.name == name }) {
            try store.dropIndex(name, on: "parcel")
          } else {
            try store.createIndex(IndexDefinition(IndexPart(ArchivePath([name]))), on: "parcel")
          }
        }
        for _ in 0..<60 {
          var text = Self.texts[number(Self.texts.count)]
          var constants: [ArchiveValue] = []
          while let mark = text.firstRange(of: #/\?[sid]/#) {
            switch text[mark] {
            case "?s": constants.append(.string(Self.senders[number(Self.senders.count)]))
            case "?i": constants.append(.int(Int64(number(22) - 11)))
            default: constants.append(.double(Double(number(220) - 110) / 10))
            }
            text.replaceSubrange(mark, with: "?")
          }
          var selection = try Selection(parsing: text, parameters: ConditionParameters(constants))
          if number(2) == 0 { selection = selection.withoutText }
          let query = Query(Parcel.self, selection)
          if try explain(query).isPlanCached { cached += 1 }
          let found = try store.fetch(query)
          let scanned = try plain.store.fetch(query)
          #expect(found == scanned, "\(text) \(constants)")
          #expect(try store.write { try $0.fetch(query) } == found, "\(text) \(constants)")
          #expect(try store.first(query) == found.first, "\(text) \(constants)")
          #expect(try store.count(query) == found.count, "\(text) \(constants)")
        }
      }
      #expect(cached > 0)
    }
  }

  extension Selection {
    /// The selection as code would write it.
    fileprivate var withoutText: Selection {
      var selection = Selection(condition, orderedBy: orders, offset: offset, limit: limit)
      selection.requiresIndex = requiresIndex
      return selection
    }
  }
#endif
