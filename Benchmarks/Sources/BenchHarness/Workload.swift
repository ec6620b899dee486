/// A part of the benchmark that can be run on its own.
public protocol Workload {
  /// The short name used on the command line and in the report.
  var name: String { get }
  /// One sentence for the report.
  var about: String { get }
  /// About how large the values are, which decides SQLite's table layout.
  var valueSize: Int { get }
  /// The peers of this workload, if they differ from the peers of the run.
  var peers: [Peer]? { get }
  /// Who takes part, where it is not the peers of the run; the first is the floor.
  var entrants: [Entrant]? { get }
  /// The entrants against whom factors are given; the floor alone when there are none.
  var bases: [String] { get }
  /// Runs it.
  func run(on stage: Stage) async throws
}

extension Workload {
  /// The peers of the run.
  public var peers: [Peer]? { nil }
  /// The peers of the run.
  public var entrants: [Entrant]? { nil }
  /// The floor.
  public var bases: [String] { [] }
}

extension Workload {
  /// Runs the workload with these peers, then deletes what it wrote.
  public func run(
    peers: [Peer], sizes: Sizes, directory: String, record: Record
  ) async throws {
    let stage = Stage(
      workload: name, peers: self.peers ?? peers, sizes: sizes, directory: directory,
      valueSize: valueSize,
      record: record)
    do {
      try await run(on: stage)
    } catch let failure as BenchFailure {
      throw BenchFailure("\(name): \(failure)")
    }
    try stage.end()
  }
}
