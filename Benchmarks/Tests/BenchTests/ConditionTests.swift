import BenchHarness
import Differential
import Foundation
import Testing

/// A seed repeats a run: `LODE_SEED=7 swift test --filter ConditionTests`.
@Suite("Conditions in text mean what they mean to SQLite")
struct ConditionTests {
  @Test(
    "Random conditions give the same rows, whatever indexes there are, before and after changes",
    arguments: 0..<3 as Range<UInt64>)
  func random(run: UInt64) throws {
    let given = ProcessInfo.processInfo.environment["LODE_SEED"].flatMap { UInt64($0) }
    let seed = given.map { $0 &+ run } ?? UInt64.random(in: 0..<1 << 32)
    print("seed \(seed)")
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())").path
    try makeEmptyDirectory(directory)
    defer { try? removeDirectory(directory) }
    let differential = try ConditionDifferential(directory: directory, seed: seed)
    try differential.run(conditions: 3_000)
    #expect(differential.compared == 6_000)
    // Most conditions choose some rows and leave others.
    #expect(differential.telling > 1_500)
  }
}
