import LodeCoding
import LodeTestSupport
import Testing

@testable import LodeStore

@Suite("Loads that train, failures, savepoints and reopenings behave as dictionaries do")
struct LoadModelTests {
  private typealias Model = [Int: String]

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `every row is what was written last`(seed: UInt64) throws {
    let fixture = try TestStore()
    var store = fixture.store
    var generator = SeededGenerator(seed: seed)
    var model: Model = [:]
    for _ in 0..<rounds(8) {
      var draft = model
      do {
        try store.write { transaction in
          try Self.change(&transaction, &draft, depth: 0, &generator)
          if Int.random(in: 0..<4, using: &generator) == 0 { throw Stop() }
        }
        model = draft
      } catch is Stop {}
      if Bool.random(using: &generator) {
        store.close()
        store = try Store(fixture.path)
      }
      #expect(try store["a"].strings() == model, "seed \(seed)")
      #expect(try store.verify().isSound, "seed \(seed)")
    }
  }

  /// Loads, clears, drops and nests savepoints, half of which fail.
  private static func change(
    _ transaction: inout WriteTransaction, _ model: inout Model, depth: Int,
    _ generator: inout SeededGenerator
  ) throws {
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      switch Int.random(in: 0..<(depth < 2 ? 10 : 6), using: &generator) {
      case 0:
        try transaction["a"].deleteAll()
        model = [:]
      case 1:
        try transaction.drop("a")
        model = [:]
      case 2...5:
        try load(&transaction, &model, &generator)
      default:
        var draft = model
        do {
          try transaction.savepoint { inner in
            try change(&inner, &draft, depth: depth + 1, &generator)
            if Bool.random(using: &generator) { throw Stop() }
          }
          model = draft
        } catch is Stop {}
      }
    }
    for number in model.keys.sorted().prefix(20) {
      #expect(try transaction["a"].get(number) == model[number])
    }
  }

  /// Puts rows, around as many as a dictionary asks for, whose texts are of another kind each time.
  private static func load(
    _ transaction: inout WriteTransaction, _ model: inout Model,
    _ generator: inout SeededGenerator
  ) throws {
    let count = Int.random(in: 1...7000, using: &generator)
    let kind = Int.random(in: 0..<100, using: &generator)
    let mark = String(repeating: "kind \(kind) ", count: 2)
    if Bool.random(using: &generator) {
      let first = (model.keys.max() ?? 0) + 1
      for number in first..<first + count {
        let text = mark + sampleRecord(number)
        try transaction["a"].append(text, forKey: number)
        model[number] = text
      }
    } else {
      for _ in 0..<count {
        let number = Int.random(in: 0..<10_000, using: &generator)
        let text = sampleRecord(number &+ kind) + mark
        try transaction["a"].put(text, forKey: number)
        model[number] = text
      }
    }
  }
}
