/// A part of the benchmark that can be run on its own.
public protocol Workload {
  /// The short name used on the command line and in the report.
  var name: String { get }
  /// One sentence for the report.
  var about: String { get }
  /// About how large the values are, which decides SQLite's table layout.
  var valueSize: Int { get }
  /// Runs it.
  func run(on stage: Stage) async throws
}

extension Workload {
  /// Runs the workload with these peers, then deletes what it wrote.
  public func run(
    peers: [Peer], sizes: Sizes, directory: String, record: Record
  ) async throws {
    let stage = Stage(
      workload: name, peers: peers, sizes: sizes, directory: directory, valueSize: valueSize,
      record: record)
    do {
      try await run(on: stage)
    } catch let failure as BenchFailure {
      throw BenchFailure("\(name): \(failure)")
    }
    try stage.end()
  }
}
