import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeStore

/// A seed repeats a run: `LODE_SEED=7 swift test --filter SearchPropertyTests`.
@Suite(
  "A search index agrees with a plain dictionary, whatever is done to the rows",
  .tags(.slow, .random))
struct SearchPropertyTests {
  @Test(arguments: 0..<4)
  func `inserts, updates, deletes, savepoints, failures, reopenings, merges and compactions`(
    run: Int
  ) throws {
    var seeds = SeededGenerator()
    for _ in 0..<run { _ = seeds.next() }
    var walk = try SearchWalk(SeededGenerator(seed: run == 0 ? seeds.seed : seeds.next()))
    print("seed \(walk.generator.seed)")
    for step in 0..<rounds(100) { try walk.step(step) }
  }
}

private struct SearchWalk {
  private struct Refusal: Error {}

  var generator: SeededGenerator
  private let directory: TemporaryDirectory
  private var store: Store
  private var rows: [Int: [String: ArchiveValue]] = [:]
  private let fields = ["title", "body", "tags"]

  init(_ generator: SeededGenerator) throws {
    self.generator = generator
    directory = try TemporaryDirectory()
    store = try Store(directory.file("s"))
    let definition = IndexDefinition(search: ["title", "body", "tags"], name: "text")
    try store.createIndex(definition, on: "articles")
  }

  mutating func step(_ number: Int) throws {
    switch Int.random(in: 0..<20, using: &generator) {
    case 0: try store.compactSearch(blocks: Int.random(in: 1...30, using: &generator))
    case 1: try compactPart()
    case 2:
      store.close()
      store = try Store(directory.file("s"))
    case 3: try write(fails: true)
    case 4 where number > rounds(60):
      try store.write { _ = try $0["articles"].deleteAll() }
      rows = [:]
    case 5, 6: try mergePart()
    default: try write(fails: false)
    }
    if number % 4 == 3 { try check() }
  }

  private func check() throws {
    #expect(try store.plainIndex() == plainIndex(rows, fields: fields))
    let report = try store.verify()
    #expect(report.isSound, "\(report.problems.first ?? "")")
  }

  private func compactPart() throws {
    struct Enough: Error {}
    try? store.compactSearch(blocks: 5) { _ in throw Enough() }
  }

  /// Has a merge go on for a term or two, so that many steps find one under way.
  private mutating func mergePart() throws {
    var generator = generator
    try store.changeSegments { upkeep in
      let count = upkeep.state.segments.count
      if count > 1, upkeep.state.merges.isEmpty {
        let first = Int.random(in: 0..<count - 1, using: &generator)
        _ = upkeep.state.begin(first..<Int.random(in: first + 1...count, using: &generator))
      }
      guard let merge = upkeep.state.merges.indices.randomElement(using: &generator) else { return }
      _ = try upkeep.advance(merge, bytes: Int.random(in: 1...800, using: &generator))
    }
    self.generator = generator
  }

  private mutating func write(fails: Bool) throws {
    var (changed, generator) = (rows, generator)
    do {
      try store.write { transaction in
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
          try Self.change(&changed, &transaction, &generator, depth: 0)
        }
        if Int.random(in: 0..<3, using: &generator) == 0 {
          let found = try transaction["articles"].access.plainIndex()
          #expect(found == plainIndex(changed, fields: ["title", "body", "tags"]))
          try Self.change(&changed, &transaction, &generator, depth: 0)
        }
        if fails { throw Refusal() }
      }
      rows = changed
    } catch is Refusal {}
    self.generator = generator
  }

  private static func change(
    _ rows: inout [Int: [String: ArchiveValue]], _ transaction: inout WriteTransaction,
    _ generator: inout SeededGenerator, depth: Int
  ) throws {
    let key = Int.random(in: 0..<60, using: &generator)
    switch Int.random(in: 0..<10, using: &generator) {
    case 0, 1:
      _ = try transaction["articles"].delete(key)
      rows[key] = nil
    case 2 where depth < 3:
      var inner = rows
      let fails = Bool.random(using: &generator)
      do {
        try transaction.savepoint { child in
          for _ in 0..<3 { try change(&inner, &child, &generator, depth: depth + 1) }
          if fails { throw Refusal() }
        }
        rows = inner
      } catch is Refusal {}
    case 3:
      // The same words, so that the index is not to change.
      guard var row = rows[key] else { return }
      row["other"] = .int(Int64.random(in: 0...9, using: &generator))
      try transaction["articles"].put(row, forKey: key)
      rows[key] = row
    case 4:
      for _ in 0..<40 {
        let key = Int.random(in: 0..<400, using: &generator)
        let row = row(&generator)
        try transaction["articles"].put(row, forKey: key)
        rows[key] = row
      }
    default:
      let row = row(&generator)
      try transaction["articles"].put(row, forKey: key)
      rows[key] = row
    }
  }

  private static func row(_ generator: inout SeededGenerator) -> [String: ArchiveValue] {
    var row = article(
      Bool.random(using: &generator) ? text(&generator, 4) : nil, text(&generator, 30))
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: row["tags"] = .array((0..<3).map { _ in .string(text(&generator, 2)) })
    case 1: row["tags"] = .int(5)
    case 2: row["tags"] = .string(text(&generator, 3))
    default: break
    }
    return row
  }

  private static func text(_ generator: inout SeededGenerator, _ most: Int) -> String {
    let all = [
      "a", "ab", "abc", "the", "of", "wordwithmorethaneightletters", "wordwithmorethanninel",
    ]
    return (0..<Int.random(in: 0...most, using: &generator)).map { _ in
      Bool.random(using: &generator)
        ? all[Int.random(in: 0..<all.count, using: &generator)]
        : "w\(Int.random(in: 0..<300, using: &generator))"
    }.joined(separator: " ")
  }
}
