public import BenchHarness
internal import Coders
internal import Models
public import PackageIndex

/// The records of the package index as typed models that refer to each other.
public struct ReferenceWorkload: Workload {
  /// The short name.
  public let name = "references"
  /// One sentence for the report.
  public let about = """
    records of the package index as models: a package has an array of nested values, each with a reference to a package \
    that it needs; a time for each package, those that were followed to included
    """
  /// Each peer has rows of its own.
  public let valueSize = 0
  /// No peers of the other workloads.
  public let peers: [Peer]? = []
  /// Those who know objects.
  public let entrants: [Entrant]? = ModelPeer.followers.map {
    Entrant(name: $0.rawValue, about: $0.about)
  }
  /// Lode without compression.
  public let bases = [ModelPeer.lodeUncompressed.rawValue]

  private let input: RecordInput

  /// Creates the workload on some records.
  public init(_ input: RecordInput) { self.input = input }

  /// Runs it.
  public func run(on stage: Stage) async throws {
    let set = PackageSet(PackageRecord.records(of: input, limit: stage.sizes.objects))
    // Records of one's own may be no packages.
    if set.packages.isEmpty { return }
    var noise = Noise(seed: 23)
    let names = (0..<stage.sizes.gets / 10).map { _ in
      set.packages[Int.random(in: 0..<set.packages.count, using: &noise)].name
    }
    let expected = set.digest(names)
    var stores: [ModelPeer: PackageStore] = [:]
    for peer in ModelPeer.followers {
      let directory = try stage.spareDirectory(peer.rawValue)
      let store = try peer.openReferences(directory)
      stores[peer] = store
      try stage.race(["insert a package"], among: [peer], name: \.rawValue, rounds: { _ in 1 }) {
        _, _ in
        let (_, time) = try timed { try store.insert(set.packages) }
        return [Lap(set.packages.count, time)]
      }
      try expect(try store.countEqual(set.packages), set.packages.count, peer, "packages read back")
    }
    try stage.race(
      ["get a package and all that it needs"], among: ModelPeer.followers, name: \.rawValue
    ) { peer, _ in
      guard let store = stores[peer] else { return [] }
      let (digest, time) = try timed { try store.follow(names) }
      try expect(digest, expected, peer, "following references")
      return [Lap(digest.count, time)]
    }
    for (peer, store) in stores {
      try store.close()
      try removeDirectory(stage.spareDirectory(peer.rawValue))
    }
  }

  private func expect<T: Equatable>(
    _ found: T, _ expected: T, _ peer: ModelPeer, _ what: String
  ) throws {
    if found != expected {
      throw BenchFailure("\(peer.rawValue): \(what) gave \(found), expected \(expected)")
    }
  }
}
