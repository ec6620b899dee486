import BenchHarness
import Differential
import Foundation
import Testing

@testable import Searches

/// A seed repeats a run: `LODE_SEED=7 swift test --filter SearchTests`.
@Suite("Searches mean what they mean to FTS5")
struct SearchTests {
  @Test(
    "Random queries find the same documents, before and after changes; after compaction with the same scores",
    arguments: 0..<3 as Range<UInt64>)
  func random(run: UInt64) throws {
    let given = ProcessInfo.processInfo.environment["LODE_SEED"].flatMap { UInt64($0) }
    let seed = given.map { $0 &+ run } ?? UInt64.random(in: 0..<1 << 32)
    print("seed \(seed)")
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())").path
    try makeEmptyDirectory(directory)
    defer { try? removeDirectory(directory) }
    let differential = try SearchDifferential(directory: directory, seed: seed)
    try differential.run(queries: 3_000)
    #expect(differential.compared == 3_000)
    #expect(differential.telling > 1_000)
  }

  @Test("Hits of the same score may come in any order, others not")
  func hits() {
    let hits = SearchHits(ids: [1, 2, 3], scores: [3, 2, 2])
    #expect(hits.isSame(as: SearchHits(ids: [1, 3, 4], scores: [3, 2, 2])))
    #expect(!hits.isSame(as: SearchHits(ids: [2, 1, 3], scores: [3, 2, 2])))
    #expect(!hits.isSame(as: SearchHits(ids: [1, 2, 3], scores: [3, 2, 1])))
    #expect(!hits.isSame(as: SearchHits(ids: [1, 2], scores: [3, 2])))
  }
}
