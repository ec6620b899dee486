public import BenchHarness
internal import Models
public import PackageIndex

/// What most programs do with a store: one chapter of the report for each.
///
/// - Parameters:
///   - objects: how many persons are stored.
///   - index: the packages of the Debian package index, which are inserted, got and scanned too;
///     `nil` where there are none.
public func commonWorkloads(objects: Int, _ index: PackageIndex?) throws -> [any Workload] {
  let persons = try ModelSet.persons(objects)
  let packages = try ModelSet.packages(index?.records ?? [])
  return [
    CommonInsert(persons: persons, packages: packages),
    CommonGet(persons: persons, packages: packages), CommonQuery(persons: persons),
    CommonScan(persons: persons, packages: packages), CommonSearch(),
    CommitWorkload(
      .ascending, name: "commit", peers: CommonPeer.allCases.map(\.engine), writers: [1, 16],
      bases: [CommonPeer.lode.rawValue]),
  ]
}

/// A common workload whose stores are opened by its own runners.
protocol CommonWorkload: Workload {}

extension CommonWorkload {
  /// Each runner has rows of its own.
  public var valueSize: Int { 0 }
  /// No engines of bytes.
  public var peers: [Peer]? { [] }
  /// The common peers.
  public var entrants: [Entrant]? { CommonPeer.entrants }
  /// Lode.
  public var bases: [String] { [CommonPeer.lode.rawValue] }
}
