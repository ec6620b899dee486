public import BenchHarness

/// Random 16-byte keys with values of one size: everything a key-value store does.
public struct KeyValueWorkload: Workload {
  /// The size of each value.
  public let valueSize: Int
  /// The short name.
  public var name: String { "values-\(valueSize)" }
  /// One sentence for the report.
  public var about: String { "16-byte random keys, \(valueSize)-byte values" }

  /// Creates the workload for one value size.
  public init(valueSize: Int) { self.valueSize = valueSize }

  /// Runs it.
  public func run(on stage: Stage) async throws {
    let count = max(rowCount(stage.sizes), 100)
    let gets = min(stage.sizes.gets, max(count * 4, 100))
    let rows = Rows.random(count: count, keySize: 16, valueSize: valueSize, seed: 1)
    let sorted = rows.sorted()
    var noise = Noise(seed: 2)
    let hits = rows.picking((0..<gets).map { _ in Int.random(in: 0..<count, using: &noise) })
      .withKeysTogether()
    let misses = Rows.random(count: gets, keySize: 16, valueSize: 0, seed: 3)

    try await stage.load("batches of 1,000", rows[0..<count / 10], batch: 1_000)
    try await stage.load("bulk load, sequential", sorted, ascending: true)
    try await stage.load("bulk load, random", rows)
    try stage.weigh("file size, loaded")
    try await stage.get("random get", hits)
    try await stage.get("random get, missing", misses, hit: false)
    try await stage.get("random get, batches of 100", hits, batch: 100)
    try await stage.getEach("random get, a snapshot each", hits)
    try await stage.getOnTwoThreads("random get, two threads", hits)
    try await stage.ranges(max(gets / 5, 10), length: 10, in: sorted)
    try await stage.ranges(max(gets / 50, 10), length: 100, in: sorted)
    try await stage.scan(rows)
    let left = try await stage.delete(rows)
    try await stage.compact(expecting: left)
  }

  // About as many bytes in each store; a tree of a few thousand rows is the least that tells.
  private func rowCount(_ sizes: Sizes) -> Int {
    switch valueSize {
    case ..<512: sizes.rows
    case ..<8192: sizes.rows / 5
    default: sizes.rows / 400
    }
  }
}
