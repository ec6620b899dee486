import Foundation
import LodeCoding
import LodeStore
import LodeTestSupport
import LodeTestTags
import Testing

@Suite(
  "Search indexes are right after a process was killed", .serialized,
  .tags(.slow, .random, .crash, .process))
struct SearchCrashTests {
  @Test
  func `killed while it builds, writes or compacts: verify holds, and the work can go on`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("s")
    do {
      let store = try Store(path)
      try store.write { transaction in
        for key in 0..<12_000 {
          let row = article("title \(key)", "some words w\(key % 900) w\(key % 77)")
          try transaction["articles"].append(row, forKey: key)
        }
      }
    }
    var random = SeededGenerator()
    print("seed \(random.seed)")
    var states: Set<IndexState> = []
    for _ in 0..<rounds(8) {
      let child = try ChildProcess.start("search", path, "articles")
      #expect(child.line().hasPrefix("made"))
      Thread.sleep(forTimeInterval: .random(in: 0...2.5, using: &random))
      child.kill()
      let store = try Store(path)
      states.formUnion(try store.indexes(of: "articles").map(\.state))
      let report = try store.verify()
      #expect(report.problems == [], "seed \(random.seed)")
      try store.put([-1: article("from another", "w1 w2")], in: "articles")
    }
    let store = try Store(path)
    try store.buildIndexes()
    try store.compactSearch()
    #expect(try store.verify().problems == [])
    let index = try #require(try store.indexes(of: "articles").first)
    #expect(index.state == .ready)
    #expect(index.entries == (try store.read { try $0["articles"].count }))
    print("states \(states)")
  }
}
