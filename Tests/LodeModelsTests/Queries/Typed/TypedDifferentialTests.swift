import Foundation
import Lode
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeModels
@testable import LodeStore

/// Random typed conditions, each beside the closure that says the same, with random indexes.
///
/// A seed repeats a run: `LODE_SEED=7 swift test --filter TypedDifferentialTests`.
@Suite("A typed condition chooses what its closure lets through", .tags(.slow, .random))
struct TypedDifferentialTests {
  @Test(arguments: 0..<4 as Range<UInt64>)
  func
    `random conditions of all operators, before and after random changes, in reads and in writes`(
      run: UInt64
    ) throws
  {
    var seeds = SeededGenerator()
    for _ in 0..<run { _ = seeds.next() }
    var walk = try TypedWalk(SeededGenerator(seed: run == 0 ? seeds.seed : seeds.next()))
    print("seed \(walk.random.generator.seed)")
    // Fewer changes make too few indexes for the plans below.
    let changes = Effort.current == .quick ? 1 : 10
    for _ in 0..<changes {
      try walk.change()
      for _ in 0..<80 { try walk.ask() }
      try walk.askInWrite()
    }
    print("plans \(walk.plans.sorted { $0.key < $1.key })")
    #expect(walk.plans.count >= 3 || Effort.current == .quick)
    // Most of them chose some rows and not all.
    #expect(walk.telling > 30 * changes)
  }
}

/// A store and what it should have.
private struct TypedWalk {
  var random: RandomSamples
  private let fixture: TestStore
  private var samples: [Int: Sample] = [:]
  var plans: [String: Int] = [:]
  /// How many queries chose some rows, but not all.
  var telling = 0

  init(_ generator: SeededGenerator) throws {
    random = RandomSamples(generator: generator)
    fixture = try TestStore()
  }

  mutating func change() throws {
    for _ in 0..<random.number(1..<120) {
      let id = random.number(0..<150)
      samples[id] = random.number(0..<5) == 0 ? nil : random.sample(id)
      if let sample = samples[id] {
        try fixture.store.put(sample)
      } else {
        try fixture.store.delete(Sample.self, id)
      }
    }
    for _ in 0..<random.number(2..<7) {
      let names = try fixture.store.indexes(of: "sample").map(\.definition.name)
      if let name = names.randomElement(using: &random.generator), random.number(0..<3) == 0 {
        try fixture.store.dropIndex(name, on: "sample")
      } else {
        try fixture.store.createIndex(random.index(), on: "sample")
      }
    }
  }

  private mutating func query() -> (query: Query<Sample>, expected: [Sample]) {
    let (condition, holds) = random.condition(depth: 0)
    let all = samples.values.sorted { $0.id < $1.id }
    let chosen = all.filter(holds)
    if !chosen.isEmpty, chosen.count < all.count { telling += 1 }
    let ordered = random.ordered(Sample.where { _ in condition }, chosen)
    return random.window(ordered.query, ordered.samples)
  }

  mutating func ask() throws {
    let (query, expected) = query()
    let seed = random.generator.seed
    try fixture.store.read { transaction in
      #expect(try transaction.fetch(query) == expected, "\(query), seed \(seed)")
      #expect(try transaction.count(query) == expected.count, "\(query), seed \(seed)")
      #expect(try transaction.exists(query) == !expected.isEmpty, "\(query), seed \(seed)")
      for costs in [
        PlanCosts(lookup: 1, mostCounted: 2, leastLookups: 1_000),
        PlanCosts(lookup: 30, mostCounted: 5, leastLookups: 3),
      ] {
        var rows = try transaction.rows(of: query)
        rows.costs = costs
        let plan = try rows.plan()
        plans["\("\(plan)".prefix { $0 != " " })", default: 0] += 1
        var keys: [Int] = []
        try rows.scan { key, _ in
          keys.append(try Int.decodeKey(key))
          return .next
        }
        #expect(keys == expected.map(\.id), "\(plan) of \(query), seed \(seed)")
      }
    }
  }

  /// Asks a write that has changed something and then gives it up.
  mutating func askInWrite() throws {
    let id = random.number(0..<150)
    let sample = random.sample(id)
    let before = samples[id]
    samples[id] = sample
    let (query, expected) = query()
    samples[id] = before
    #expect(throws: Stop()) {
      try fixture.store.write { transaction in
        try transaction.put(sample)
        #expect(try transaction.fetch(query) == expected, "\(query)")
        throw Stop()
      }
    }
  }
}
