public import BenchHarness

/// The workload that redb publishes: 24-byte random keys with 150-byte values.
///
/// Source: the benchmark table in the README of github.com/cberner/redb.
public struct RedbWorkload: Workload {
  /// The short name.
  public let name = "redb"
  /// One sentence for the report.
  public let about = "redb's published workload: 24-byte random keys, 150-byte values"
  /// The size of each value.
  public let valueSize = 150

  /// Creates the workload.
  public init() {}

  /// Runs it.
  public func run(on stage: Stage) async throws {
    let count = stage.sizes.redbRows
    let rows = Rows.random(count: count, keySize: 24, valueSize: valueSize, seed: 6)
    var noise = Noise(seed: 7)
    let hits = rows.picking(
      (0..<stage.sizes.gets).map { _ in Int.random(in: 0..<count, using: &noise) }
    ).withKeysTogether()

    try await stage.load("bulk load", rows, batch: 1_000_000)
    try stage.weigh("file size, loaded")
    try await stage.get("random reads", hits)
    try await stage.getOnTwoThreads("random reads, two threads", hits)
    try await stage.ranges(stage.sizes.gets / 10, length: 10, in: rows.sorted())
    let left = try await stage.delete(rows)
    try await stage.compact(expecting: left)
  }
}
