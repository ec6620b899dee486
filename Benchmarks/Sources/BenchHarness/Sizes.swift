/// How much each workload does.
public struct Sizes: Sendable {
  /// The name shown in the report.
  public var name: String
  /// Interleaved rounds of each measure.
  public var rounds: Int
  /// Rows of 100 bytes; fewer for larger values.
  public var rows: Int
  /// Random gets a round.
  public var gets: Int
  /// Single durable commits a round.
  public var commits: Int
  /// Rows of the stores on which growth is measured.
  public var growth: [Int]
  /// Rows of 24 + 150 bytes.
  public var redbRows: Int
  /// Records read from the package index at most.
  public var records: Int
  /// Values of each type that are archived.
  public var archives: Int
  /// Rows of each sort that are stored with and without compression.
  public var compressedRows: Int
  /// Objects of a model.
  public var objects: Int
  /// Persons that are asked for by what is in them.
  public var queried: Int
  /// Documents that are searched.
  public var searched: Int
  /// Documents that are written one to a transaction.
  public var searchedSingles: Int
  /// Persons of a store with live queries.
  public var observed: Int
  /// Numbers of live queries beside commits.
  public var observers: [Int]
  /// Persons that are imported under a live query.
  public var imported: Int
  /// Commits beside a subscriber that reads nothing.
  public var unreadCommits: Int
  /// Rows that are taken to another version.
  public var migrated: Int
  /// The sizes of the stores that are checked when they are opened; the scrubber reads the first.
  public var checkedMegabytes: [Int]

  /// For continuous integration: every workload, next to no data.
  public static let smoke = Sizes(
    name: "smoke", rounds: 2, rows: 2_000, gets: 500, commits: 20, growth: [500, 1_000, 2_000],
    redbRows: 2_000, records: 500, archives: 100, compressedRows: 2_000, objects: 1_000,
    queried: 1_500, searched: 400, searchedSingles: 50, observed: 1_500, observers: [0, 1, 20],
    imported: 1_500, unreadCommits: 500, migrated: 1_000, checkedMegabytes: [20])

  /// The common workloads, in about a minute.
  public static let common = Sizes(
    name: "default", rounds: 5, rows: 0, gets: 10_000, commits: 200, growth: [], redbRows: 0,
    records: .max, archives: 0, compressedRows: 0, objects: 50_000, queried: 0, searched: 20_000,
    searchedSingles: 0, observed: 0, observers: [], imported: 0, unreadCommits: 0, migrated: 0,
    checkedMegabytes: [])

  /// Every workload, in about twelve minutes.
  public static let all = Sizes(
    name: "all", rounds: 5, rows: 250_000, gets: 60_000, commits: 500,
    growth: [100_000, 1_000_000, 10_000_000], redbRows: 150_000, records: .max, archives: 2_000,
    compressedRows: 50_000, objects: 100_000, queried: 200_000, searched: 25_000,
    searchedSingles: 500, observed: 200_000, observers: [0, 1, 100, 1_000], imported: 100_000,
    unreadCommits: 100_000, migrated: 200_000, checkedMegabytes: [100])

  /// With the large stores.
  public static let full = Sizes(
    name: "full", rounds: 5, rows: 1_000_000, gets: 200_000, commits: 1_000,
    growth: [100_000, 1_000_000, 10_000_000], redbRows: 5_000_000, records: .max, archives: 2_000,
    compressedRows: 50_000, objects: 1_000_000,
    queried: 2_000_000, searched: 100_000, searchedSingles: 1_000, observed: 1_000_000,
    observers: [0, 1, 100, 1_000], imported: 100_000, unreadCommits: 1_000_000,
    migrated: 1_000_000,
    checkedMegabytes: [100, 10_000])
}
