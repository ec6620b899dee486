public import BenchHarness
internal import Migrations

/// A store of an earlier version is taken to today's: a field renamed, another of another type, a
/// new index.
public struct MigrationWorkload: Workload {
  /// The short name.
  public let name = "migrations"
  /// One sentence for the report.
  public let about = """
    a store of an earlier version is opened and taken to today's: a field is renamed, another is of another type, and there is a new index; \
    a time for each row
    """
  /// Rows have six fields.
  public let valueSize = 0
  /// No peers of the other workloads.
  public let peers: [Peer]? = []
  /// Those who migrate.
  public let entrants: [Entrant]? = MigrationPeer.allCases.map {
    Entrant(name: $0.rawValue, about: $0.about)
  }
  /// A plain read-modify-write of every row.
  public let bases = [MigrationPeer.byHand.rawValue, "grdb"]

  /// Creates the workload.
  public init() {}

  /// Runs it.
  public func run(on stage: Stage) async throws {
    let settlers = SettlerFields.samples(stage.sizes.migrated)
    let expected = Digest(settlers)
    try stage.race(
      ["migrate, a row"], among: MigrationPeer.wholesale, name: \.rawValue, rounds: { _ in 3 }
    ) { peer, _ in
      let directory = try stage.spareDirectory(peer.rawValue)
      try peer.store.fill(directory, settlers)
      let (_, time) = try timed { try peer.store.migrate(directory) }
      if try peer.store.read(directory) != expected {
        throw BenchFailure("\(peer.rawValue): rows are not what they should be")
      }
      try removeDirectory(directory)
      return [Lap(settlers.count, time)]
    }
    try besideUse(stage, settlers)
    try openWithSteps(stage)
  }

  /// What others notice of an online migration, and readers of rows that wait.
  private func besideUse(_ stage: Stage, _ settlers: [SettlerFields]) throws {
    try stage.race(
      BesideUse.onlineMeasures, among: [MigrationPeer.online], name: \.rawValue,
      rounds: { _ in 3 }
    ) { _, _ in
      let directory = try stage.spareDirectory("online")
      defer { try? removeDirectory(directory) }
      return try BesideUse(directory, settlers).online()
    }
    try stage.race(
      BesideUse.lazyMeasures, among: [MigrationPeer.lazy], name: \.rawValue,
      rounds: { _ in 3 }
    ) { _, _ in
      let directory = try stage.spareDirectory("lazy")
      defer { try? removeDirectory(directory) }
      return try BesideUse(directory, settlers).lazy()
    }
  }

  private func openWithSteps(_ stage: Stage) throws {
    let directory = try stage.spareDirectory("steps")
    let store = try ManySteps(directory, settlers: SettlerFields.samples(1_000))
    try stage.race(
      ["open, a thousand steps ran", "open, no steps"], among: [MigrationPeer.atOpen],
      name: \.rawValue
    ) { _, _ in
      let (_, with) = try timed { try store.open() }
      let (_, without) = try timed { try store.openWithout() }
      return [Lap(1, with), Lap(1, without)]
    }
    try removeDirectory(directory)
  }
}
