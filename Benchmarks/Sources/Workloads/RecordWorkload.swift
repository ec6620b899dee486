public import BenchHarness
public import PackageIndex

/// The main job: real records are imported, read back and compared, scanned and queried by key.
public struct RecordWorkload: Workload {
  /// The short name.
  public let name = "records"
  /// One sentence for the report.
  public var about: String {
    let size = input.rows.byteCount / max(input.rows.count, 1)
    return "\(input.rows.count) records of \(input.origin), \(size) bytes each on average, as JSON"
  }
  /// The size of each value.
  public let valueSize = 1_000

  private let input: RecordInput

  /// Creates the workload on some records.
  public init(_ input: RecordInput) { self.input = input }

  /// Runs it.
  public func run(on stage: Stage) async throws {
    let rows = input.rows
    var order = Array(0..<rows.count), noise = Noise(seed: 9)
    order.shuffle(using: &noise)
    let shuffled = rows.picking(order)

    try await stage.load("import", rows)
    try await stage.race("read back and compare") { contestant, _ in
      let engine = try contestant.engine()
      let (found, time) = try timed { try engine.matches(rows) }
      try contestant.expect(found, rows.count, "read back and compare")
      return Lap(rows.count, time)
    }
    try await stage.scan(rows)
    try await stage.get("query by key", shuffled)
    try await stage.getEach("query by key, a snapshot each", shuffled)
    try stage.weigh("file size")
  }
}
