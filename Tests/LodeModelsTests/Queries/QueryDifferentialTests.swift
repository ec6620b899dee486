import Foundation
import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeModels
@testable import LodeStore

/// Random queries, with random indexes, against a plain filter over the same documents.
///
/// A seed repeats a run: `LODE_SEED=7 swift test --filter QueryDifferentialTests`.
@Suite("Queries give the same whatever indexes there are", .tags(.slow, .random))
struct QueryDifferentialTests {
  @Test(arguments: 0..<4 as Range<UInt64>)
  func `random conditions, orders and windows, before and after random changes`(run: UInt64) throws
  {
    var seeds = SeededGenerator()
    for _ in 0..<run { _ = seeds.next() }
    var walk = try QueryWalk(SeededGenerator(seed: run == 0 ? seeds.seed : seeds.next()))
    print("seed \(walk.random.generator.seed)")
    // Numbers that are not exact and long texts make indexes coarse; every other run has none.
    walk.random.isLossy = run % 2 == 1
    for _ in 0..<rounds(10) {
      try walk.change()
      for _ in 0..<40 { try walk.ask() }
      for _ in 0..<20 { try walk.askGroups() }
      for _ in 0..<4 { try walk.askPages() }
      try walk.askInWrite()
    }
    #expect(try walk.store.verify().isSound)
    print("plans \(walk.plans.sorted { $0.key < $1.key })")
    // All rounds together take most ways of finding rows; a few rounds may miss some.
    #expect(walk.plans.count >= 4 || Effort.current != .full)
  }
}

/// A store and what it should have.
private struct QueryWalk {
  var random: RandomQueries
  private let directory: TemporaryDirectory
  let store: Store
  private var documents: [Int: [String: ArchiveValue]] = [:]
  /// How often which kind of plan was made.
  var plans: [String: Int] = [:]

  init(_ generator: SeededGenerator) throws {
    random = RandomQueries(generator: generator)
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"))
    // Always there, since nobody else knows the function.
    try store.createIndex(IndexDefinition(.sameAsA, name: "computed"), on: "d")
    // No change touches this document, so queries and indexes always know each field.
    documents[400] = ["a": 1, "b": 2, "t": "x", "tags": ["x"], "n": ["x": 3]]
    try store.documents("d").put(documents[400] ?? [:], forKey: 400)
  }

  /// Changes some documents, and now and then the indexes.
  mutating func change() throws {
    let changes = (0..<random.number(1..<200)).map { _ in
      (random.number(0..<400), random.number(0..<5) == 0 ? nil : random.document())
    }
    try store.write { transaction in
      for (key, document) in changes {
        if let document {
          try transaction["d"].put(document, forKey: key)
        } else {
          _ = try transaction["d"].delete(key)
        }
      }
    }
    for (key, document) in changes { documents[key] = document }
    for _ in 0..<random.number(1..<5) {
      let indexes = try store.indexes(of: "d").map(\.definition.name).filter { $0 != "computed" }
      if let name = indexes.randomElement(using: &random.generator), random.number(0..<3) == 0 {
        try store.dropIndex(name, on: "d")
      } else {
        try store.createIndex(random.index(), on: "d")
      }
    }
  }

  mutating func ask() throws {
    let selection = random.selection()
    let expected = try keys(selection)
    try store.read { transaction in
      let documents = transaction.documents("d")
      let found = try documents.fetch(selection).map { try $0.key.decode(Int.self) }
      #expect(found == expected, "\(selection), seed \(random.generator.seed)")
      #expect(try documents.count(selection) == expected.count, "\(selection)")
      #expect(try documents.exists(selection) == !expected.isEmpty, "\(selection)")
      let paths = random.paths()
      let values = expected.map { self.values(paths, $0) }
      #expect(
        try documents.select(paths, selection) == values,
        "\(paths) of \(selection), seed \(random.generator.seed)")
      #expect(try documents.explain(selection, selecting: paths).rowsChosen == values.count)
      for costs in [
        PlanCosts(), PlanCosts(lookup: 1, mostCounted: 2, leastLookups: 1_000),
        PlanCosts(lookup: 1, mostCounted: 1_000, leastMerged: 1),
        PlanCosts(lookup: 30, mostCounted: 5, leastLookups: 3),
      ] {
        var rows = try RowSelection(documents.access, nil, selection)
        rows.costs = costs
        let plan = try rows.plan()
        note(plan)
        if CoveredRows(rows, plan, paths) != nil { plans["covered", default: 0] += 1 }
        #expect(try rows.select(paths, distinct: false) == values, "\(plan) of \(selection)")
        var keys: [Int] = []
        try rows.scan { key, _ in
          keys.append(try Int.decodeKey(key))
          return .next
        }
        #expect(keys == expected, "\(plan) of \(selection), seed \(random.generator.seed)")
        #expect(try rows.count() == expected.count, "\(plan) of \(selection)")
      }
    }
  }

  /// Asks for one page after the other, with and without changes in between.
  mutating func askPages() throws {
    var selection = random.selection()
    selection.limit = nil
    selection.offset = 0
    let costs = PlanCosts(lookup: random.number(1..<30), leastLookups: random.number(1..<100))
    let limit = random.number(1..<60)
    let expected = try keys(selection)
    #expect(
      try pages(selection, limit, costs) { _ in } == expected,
      "\(selection), seed \(random.generator.seed)")
    var unchanged = Set(expected)
    let found = try pages(selection, limit, costs) { walk in
      let keys = try walk.changeSome()
      unchanged.subtract(keys)
    }
    let kept = found.filter(unchanged.contains)
    #expect(kept == expected.filter(unchanged.contains), "\(selection)")
  }

  private mutating func pages(
    _ selection: Selection, _ limit: Int, _ costs: PlanCosts,
    _ between: (inout QueryWalk) throws -> Void
  ) throws -> [Int] {
    var found: [Int] = []
    var token: PageToken?
    repeat {
      token = try store.read { transaction in
        var rows = try RowSelection(transaction.documents("d").access, nil, selection)
        rows.costs = costs
        let page = try QueryPage(of: rows, limit: limit, after: token) { key, _ in
          try Int.decodeKey(key)
        }
        found += page.rows
        return page.next
      }
      try between(&self)
    } while token != nil
    return found
  }

  /// Changes and deletes a few documents; says which.
  private mutating func changeSome() throws -> [Int] {
    let keys = (0..<random.number(0..<20)).map { _ in random.number(0..<400) }
    for key in keys {
      let document = random.number(0..<2) == 0 ? nil : random.document()
      documents[key] = document
      try store.write { transaction in
        if let document {
          try transaction["d"].put(document, forKey: key)
        } else {
          _ = try transaction["d"].delete(key)
        }
      }
    }
    return keys
  }

  /// Asks for what is calculated of groups and of all rows.
  mutating func askGroups() throws {
    let (condition, paths, aggregates) = random.groups()
    let expected = try groups(condition, paths, aggregates)
    try store.read { transaction in
      let documents = transaction.documents("d")
      let selection = Selection(condition).lenient()
      let found = try documents.groups(by: paths, aggregates, selection)
      #expect(
        found == expected,
        "\(paths), \(aggregates) of \(condition), seed \(random.generator.seed)")
      let rows = try RowSelection(documents.access, nil, selection)
      if try rows.planner()?.groups(by: paths, aggregates, condition) != nil {
        plans["counted", default: 0] += 1
      }
      for aggregate in aggregates {
        let expected = try groups(condition, [], [aggregate])[0].results[0]
        #expect(
          try documents.aggregate(aggregate, selection) == expected,
          "\(aggregate) of \(condition), seed \(random.generator.seed)")
        if try IndexEnd(of: rows, aggregate, rows.planner()) != nil {
          plans["end of index", default: 0] += 1
        }
      }
    }
  }

  /// The groups of a plain filter.
  private func groups(
    _ condition: Condition, _ paths: [ArchivePath], _ aggregates: [Aggregate]
  ) throws -> [QueryGroup] {
    var totals: [[ArchiveValue]: [RunningAggregate]] = [:]
    if paths.isEmpty { totals[[]] = aggregates.map(RunningAggregate.init) }
    for key in try keys(Selection(condition)) {
      let archive = archive(documents[key] ?? [:])
      let values = paths.map { (value(at: $0, of: archive) ?? .null).sameForEqual }
      var group = totals[values] ?? aggregates.map(RunningAggregate.init)
      for place in aggregates.indices {
        group[place].add(aggregates[place].path.flatMap { value(at: $0, of: archive) })
      }
      totals[values] = group
    }
    return totals.map { QueryGroup(values: $0, results: $1.map(\.result)) }.sorted { a, b in
      for (x, y) in zip(a.values, b.values) {
        let order = x.order(y)
        if order != 0 { return order < 0 }
      }
      return false
    }
  }

  private func archive(_ document: [String: ArchiveValue]) -> Archive {
    let entries = document.map { (ArchiveValue.string($0), $1) }
    return Archive(.dictionary(Dictionary(uniqueKeysWithValues: entries)))
  }

  private func value(at path: ArchivePath, of archive: Archive) -> ArchiveValue? {
    archive.value(at: path.isComputed ? "a" : path)
  }

  /// The values at some paths of a document, without those that are nil.
  private func values(_ paths: [ArchivePath], _ key: Int) -> [String: ArchiveValue] {
    let archive = archive(documents[key] ?? [:])
    var values: [String: ArchiveValue] = [:]
    for path in paths {
      if let value = value(at: path, of: archive), value != .null { values["\(path)"] = value }
    }
    return values
  }

  private mutating func note(_ plan: QueryPlan) {
    let kind =
      switch plan {
      case .scan: "scan"
      case .keys: "keys"
      case .nothing: "nothing"
      case .index(let use): use.ranges.count > 1 ? "index, some stretches" : "index"
      case .ordered(_, let reversed): reversed ? "ordered, backwards" : "ordered"
      case .orderedBeforeNil: "ordered, then nil"
      case .intersection: "intersection"
      case .union: "union"
      case .matched: "matched"
      }
    plans[kind, default: 0] += 1
  }

  /// Asks a write that has changed something and then gives it up.
  mutating func askInWrite() throws {
    struct GivenUp: Error {}
    let (key, document, selection) = (random.number(0..<400), random.document(), random.selection())
    var changed = self
    changed.documents[key] = document
    let expected = try changed.keys(selection)
    #expect(throws: GivenUp.self) {
      try store.write { transaction in
        try transaction["d"].put(document, forKey: key)
        let found = try transaction.documents("d").fetch(selection)
        #expect(try found.map { try $0.key.decode(Int.self) } == expected, "\(selection)")
        throw GivenUp()
      }
    }
  }

  /// What a selection chooses, by a plain filter.
  private func keys(_ selection: Selection) throws -> [Int] {
    var rows: [(key: Int, values: [ArchiveValue])] = []
    for key in documents.keys.sorted() {
      guard let document = documents[key] else { continue }
      let archive = archive(document)
      guard try selection.condition.evaluate({ value(at: $0, of: archive) }) == true else {
        continue
      }
      let values = selection.orders.map { value(at: $0.path, of: archive) ?? ArchiveValue.null }
      rows.append((key, values))
    }
    rows.sort { a, b in
      for (place, order) in selection.orders.enumerated() {
        let result = a.values[place].order(b.values[place])
        if result != 0 { return order.isDescending ? result > 0 : result < 0 }
      }
      return a.key < b.key
    }
    return rows.dropFirst(selection.offset).prefix(selection.limit ?? .max).map(\.key)
  }
}

extension IndexPart {
  /// What a function says that gives the field `a`.
  fileprivate static let sameAsA: IndexPart = .computed("a", version: 1) {
    (document: [String: ArchiveValue]) in
    document["a"]
  }
}

/// Makes documents, indexes and queries of a few fields with few values, so that they meet.
private struct RandomQueries {
  var generator: SeededGenerator
  var isLossy = false
  /// The parts of the indexes that were made.
  private var parts: [[IndexPart]] = []

  init(generator: SeededGenerator) { self.generator = generator }

  mutating func number(_ range: Range<Int>) -> Int { .random(in: range, using: &generator) }

  private mutating func any<T>(_ all: [T]) -> T { all[number(0..<all.count)] }

  private mutating func text() -> String {
    let long = String(repeating: "a", count: 600)
    return any(["", "a", "A", "ab", "Ab", "ä", "b", "B%", "2", "1.5", isLossy ? long : "abc"])
  }

  /// A value of any family.
  private mutating func value() -> ArchiveValue {
    switch number(0..<10) {
    case 0...3: .int(Int64(number(-2..<6)))
    case 4: .double(Double(number(-4..<12)) / 2)
    case 5: isLossy ? .decimal(Decimal(number(-4..<12)) / 10) : .int(2)
    case 6: .bool(number(0..<2) == 0)
    case 7: .uint(UInt64(number(0..<6)))
    default: .string(text())
    }
  }

  mutating func document() -> [String: ArchiveValue] {
    var fields: [String: ArchiveValue] = [:]
    if number(0..<6) > 0 { fields["a"] = value() }
    if number(0..<6) > 0 { fields["b"] = .int(Int64(number(0..<6))) }
    if number(0..<6) > 0 { fields["t"] = .string(text()) }
    if number(0..<4) > 0 {
      let tags = (0..<number(0..<4)).map { _ in ArchiveValue.string(any(["x", "y", "z"])) }
      fields["tags"] = number(0..<30) == 0 ? .string("xyz") : .array(tags)
    }
    if number(0..<3) > 0 { fields["n"] = ["x": .int(Int64(number(0..<4)))] }
    return fields
  }

  mutating func index() -> IndexDefinition {
    let simple: [IndexPart] = [
      "a", "b", "-a", "-b", "t", .folded("t"), "n.x", .each("tags"), .descending(.folded("t")),
      .sameAsA, .descending(.sameAsA),
    ]
    var parts = [any(simple)]
    if number(0..<2) == 0 { parts.append(any(["a", "b", "-b", "t", "n.x", .sameAsA])) }
    if number(0..<4) == 0 { parts.append(any(["-a", "b"])) }
    self.parts.append(parts)
    var definition = IndexDefinition(parts: parts)
    if number(0..<3) == 0 { return definition.counting("b", "a") }
    if number(0..<3) == 0 { definition = definition.includingNil() }
    if number(0..<2) == 0 { definition = definition.carrying("a", "t", "b") }
    if number(0..<5) == 0 { definition = definition.only(where: comparison("b")) }
    return definition
  }

  mutating func selection() -> Selection {
    var orders: [PathOrder] = []
    if let parts = parts.randomElement(using: &generator), number(0..<3) == 0 {
      let turned = number(0..<2) == 0
      orders = parts.suffix(number(0..<3)).map { part in
        part.isDescending != turned ? .descending(part.path) : .ascending(part.path)
      }
    }
    for _ in 0..<(orders.isEmpty ? number(0..<3) : 0) {
      let path = any(["a", "b", "t", "n.x", "computed(a)"] as [ArchivePath])
      orders.append(number(0..<2) == 0 ? .ascending(path) : .descending(path))
    }
    return Selection(
      condition(depth: 0), orderedBy: orders, offset: number(0..<3) == 0 ? number(0..<9) : 0,
      limit: number(0..<2) == 0 ? number(0..<20) : nil
    ).lenient()
  }

  /// Something to calculate, mostly of what counting indexes may know.
  mutating func groups() -> (Condition, [ArchivePath], [Aggregate]) {
    let condition: Condition
    switch number(0..<4) {
    case 0: condition = .constant(true)
    case 1: condition = self.condition(depth: 2)
    default: condition = comparison(any(["a", "b", "b", "t", "n.x", "computed(a)"]))
    }
    let paths: [ArchivePath] = any([
      [], [], ["b"], ["t"], ["a"], ["n.x"], ["b", "t"], ["computed(a)"],
    ])
    let all: [Aggregate] = [
      .count, .sum("b"), .average("b"), .minimum("b"), .maximum("b"), .sum("a"), .minimum("a"),
      .maximum("a"), .maximum("t"), .average("n.x"),
      .minimum("computed(a)"), .sum("computed(a)"),
    ]
    return (condition, paths, (0..<number(1..<4)).map { _ in any(all) })
  }

  mutating func paths() -> [ArchivePath] {
    any([["a"], ["b"], ["t"], ["b", "t"], ["a", "b", "t"], ["n.x"], []])
  }

  private mutating func comparison(_ path: ArchivePath) -> Condition {
    let comparison = any(Array(Comparison.allCases) + [.equal, .equal])
    let value = path == "b" || path == "n.x" ? ArchiveValue.int(Int64(number(0..<6))) : value()
    return number(0..<4) == 0
      ? .comparison(.value(value), comparison, .path(path))
      : .comparison(.path(path), comparison, .value(value))
  }

  private mutating func condition(depth: Int) -> Condition {
    let path = any(["a", "b", "b", "t", "n.x", "computed(a)"] as [ArchivePath])
    switch number(0..<(depth < 3 ? 16 : 11)) {
    case 0...4: return comparison(path)
    case 5: return .between(.path(path), .value(value()), .value(value()))
    case 6:
      let values = (0..<number(0..<4)).map { _ in Operand.value(value()) }
      return .isIn(.path(path), values)
    case 7: return .isNil(.path(path))
    case 8: return .beginsWith("t", text(), any(TextFolding.allCases))
    case 9:
      let pattern = any(["a%", "%b", "A%", "_b%", ""])
      return .like("t", LikePattern(pattern, folding: any(TextFolding.allCases)))
    case 10: return .contains("tags", .string(any(["x", "y", "q", ""])), .exact)
    case 11, 12:
      return .and((0..<number(1..<4)).map { _ in condition(depth: depth + 1) })
    case 13: return .or((0..<number(1..<4)).map { _ in condition(depth: depth + 1) })
    case 14: return .not(condition(depth: depth + 1))
    default: return .isTrue(condition(depth: depth + 1))
    }
  }
}
