import Foundation
import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeModels
@testable import LodeStore

/// Random conditions of all types of scalars: as text, in Swift, and as a plain filter.
///
/// `LODE_CASES=1000000` asks a million conditions over all types; `LODE_SEED` repeats a run.
@Suite("Conditions as text and in Swift choose what a plain filter chooses", .tags(.slow, .random))
struct ScalarDifferentialTests {
  private static let types: [any TestedScalar.Type] = [
    Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self,
    UInt32.self, UInt64.self, Double.self, Float.self, Decimal.self, Bool.self, String.self,
    Substring.self, Character.self, Data.self, Date.self, UUID.self, URL.self, TestedRank.self,
    TestedColour.self,
  ]

  private static let cases =
    environmentVariable("LODE_CASES").flatMap(Int.init) ?? max(2_100, rounds(16_800))

  @Test(arguments: 0..<types.count)
  func `text, Swift and a filter agree, with indexes and without`(type: Int) throws {
    try run(Self.types[type], UInt64(type))
  }

  private func run<Value: TestedScalar>(_ type: Value.Type, _ number: UInt64) throws {
    var random = SeededGenerator(seed: SeededGenerator().seed &+ number << 32)
    let cases = (Self.cases + Self.types.count - 1) / Self.types.count
    var (asked, telling) = (0, 0)
    while asked < cases {
      var walk = try ScalarWalk<Value>(random)
      for _ in 0..<2 where asked < cases {
        try walk.ask(min(500, cases - asked))
        asked += min(500, cases - asked)
        try walk.change()
      }
      random = walk.random
      telling += walk.telling
      if walk.failures > 0 { break }
    }
    print("\(Value.self): \(asked) cases, \(telling) of them telling, seed \(random.seed)")
    #expect(telling > cases / 4)
  }
}

/// A store with models of one type, of which some were written before two properties were added.
private struct ScalarWalk<Value: TestedScalar> {
  var random: SeededGenerator
  /// How many conditions chose some rows, but not all.
  var telling = 0
  var failures = 0
  private let directory: TemporaryDirectory
  private var store: Store
  private var holders: [Int: ScalarHolder<Value>] = [:]

  init(_ random: SeededGenerator) throws {
    self.random = random
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"))
    try putOlder(self.random.number(0..<100))
    try put(self.random.number(50..<100))
  }

  private mutating func put(_ count: Int) throws {
    let new = (0..<count).map { _ in
      ScalarHolder<Value>(id: random.number(0..<200), using: &random)
    }
    try store.write { transaction in for holder in new { try transaction.put(holder) } }
    for holder in new { holders[holder.id] = holder }
  }

  /// What the program of the earlier version writes, which is opened in between.
  private mutating func putOlder(_ count: Int) throws {
    let new = (0..<count).map { _ in
      OlderScalarHolder<Value>(id: random.number(0..<200), using: &random)
    }
    store.close()
    let older = try Store(directory.file("s"))
    try older.write { transaction in for holder in new { try transaction.put(holder) } }
    older.close()
    store = try Store(directory.file("s"), models: [ScalarHolder<Value>.self])
    for holder in new { holders[holder.id] = ScalarHolder(holder) }
  }

  /// Changes rows, and makes indexes.
  mutating func change() throws {
    try put(random.number(1..<50))
    if random.oneIn(2) { try putOlder(random.number(1..<50)) }
    for _ in 0..<random.number(1..<4) {
      var parts: [IndexPart] = [
        random.any([
          "value", "-value", "maybe", "-maybe", "added", "-added", "perhaps", "-perhaps",
        ])
      ]
      if random.oneIn(3) { parts.append(random.any(["maybe", "value", "id", "-value", "added"])) }
      if parts.count == 2, parts[0].path == parts[1].path { parts.removeLast() }
      let definition = IndexDefinition(parts: parts)
      try store.createIndex(
        random.oneIn(2) ? definition.includingNil() : definition,
        on: ScalarHolder<Value>.collectionName)
    }
    if random.oneIn(2) { try putOlder(random.number(1..<50)) }
  }

  mutating func ask(_ count: Int) throws {
    let all = holders.values.sorted { $0.id < $1.id }
    let cases = (0..<count).map { _ in ScalarCondition<Value>.random(using: &random) }
    try store.read { transaction in
      for condition in cases {
        let expected = all.filter(condition.holds).map(\.id)
        if !expected.isEmpty, expected.count < all.count { telling += 1 }
        let parsed = try Query<ScalarHolder<Value>>(
          parsing: condition.text, parameters: ConditionParameters(condition.parameters))
        let typed = Query<ScalarHolder<Value>>().filter(condition.typed.met)
        for query in [parsed, typed] {
          let rows = try transaction.rows(of: query)
          let found = try rows.keys().map { try Int.decodeKey($0.span) }
          let number = try rows.count()
          guard found != expected || number != expected.count else { continue }
          failures += 1
          Issue.record(
            "\(query.selection) of \(condition.text) \(condition.parameters) by \(try rows.plan()): \(found), \(number) instead of \(expected), seed \(random.seed)"
          )
          if failures > 3 { return }
        }
      }
    }
  }
}
