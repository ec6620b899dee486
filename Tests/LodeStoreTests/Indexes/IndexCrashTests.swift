import Foundation
import LodeCoding
import LodeStore
import LodeTestSupport
import LodeTestTags
import Testing

@Suite(
  "Indexes are right after a process was killed", .serialized,
  .tags(.slow, .random, .crash, .process))
struct IndexCrashTests {
  @Test
  func `killed while it builds, or between changes: verify holds and the build finishes`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("s")
    do {
      let store = try Store(path)
      try store.write { transaction in
        for key in 0..<25_000 {
          try transaction["people"].append(person("p\(key)", age: key % 100), forKey: key)
        }
      }
    }
    var random = SeededGenerator()
    print("seed \(random.seed)")
    var states: Set<IndexState> = []
    for _ in 0..<rounds(12) {
      let child = try ChildProcess.start("index", path, "people")
      #expect(child.line().hasPrefix("made"))
      Thread.sleep(forTimeInterval: .random(in: 0...0.6, using: &random))
      child.kill()
      let store = try Store(path)
      states.formUnion(try store.indexes(of: "people").map(\.state))
      // Sometimes by a program that does not know the function of the computed one.
      if Bool.random(using: &random) { try store.put([-1: person("other", age: 7)]) }
      try store.takeHalves()
      let report = try store.verify()
      #expect(report.problems == [] && report.uncheckedIndexes == [], "seed \(random.seed)")
    }
    let store = try Store(path)
    try store.takeHalves()
    try store.buildIndexes()
    #expect(try store.verify().problems == [])
    #expect(try store.indexes(of: "people").allSatisfy { $0.state == .ready })
    let count = try store.read { try $0["people"].count }
    for index in try store.indexes(of: "people") { #expect(index.entries == count) }
    print("states \(states)")
  }
}

extension Store {
  /// Takes the functions of the child's computed index.
  fileprivate func takeHalves() throws {
    for index in try indexes(of: "people") {
      guard let version = index.definition.parts[0].version else { continue }
      let half = IndexDefinition.computed("half", version: version) {
        (row: [String: ArchiveValue]) in
        row["age"]?.int.map { version % 2 == 0 ? $0 / 2 : $0 % 2 }
      }
      takeFunctions(of: [half], of: "people")
    }
  }
}
