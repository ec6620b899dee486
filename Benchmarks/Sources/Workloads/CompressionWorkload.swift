public import BenchHarness
internal import Coders
public import PackageIndex

/// What compression of rows costs, and what it saves.
public struct CompressionWorkload: Workload {
  /// The short name.
  public let name = "compression"
  /// One sentence for the report.
  public let about = """
    archives of persons (ten fields, 350 bytes of text) and of package records as rows: zstd with a dictionary, \
    against the same rows as they are
    """
  /// The size of each value.
  public let valueSize = 400
  /// The store without and with compression, and SQLite.
  public let peers: [Peer]?
  /// They.
  public var entrants: [Entrant]? { peers?.map { Entrant(name: $0.name, about: $0.about) } }

  private let input: RecordInput

  /// Creates the workload with the store as it is without compression, as it is with it, and a
  /// peer.
  public init(_ input: RecordInput, plain: Peer, compressed: Peer, other: Peer) {
    self.input = input
    peers = [plain, compressed, other]
  }

  /// Runs it.
  public func run(on stage: Stage) async throws {
    let persons = try Person.samples(stage.sizes.compressedRows).archivedRows()
    try await blocks(persons[0..<min(persons.count, 10_000)], stage)
    try await files("persons", persons, stage)
    let records = PackageRecord.records(of: input, limit: stage.sizes.compressedRows)
    if !records.isEmpty { try await files("package records", try records.archivedRows(), stage) }
  }

  private func blocks(_ rows: Rows, _ stage: Stage) async throws {
    let compression = RowCompression(rows)
    let count = min(rows.count, 5_000)
    let values = Array(stage.contestants.prefix(2))
    let bytes = (0..<count).reduce(0) { $0 + rows.value($1).count }
    func isCompressed(_ contestant: Contestant) -> Bool { contestant === values[1] }
    for contestant in values {
      let blocks = compression.blocks(count, compressed: isCompressed(contestant))
      try contestant.expect(try compression.matches(blocks), true, "blocks")
      let size = blocks.reduce(0) { $0 + $1.count }
      stage.weigh("a person, bytes", contestant.peer.name, Double(size) / Double(count))
    }
    try await stage.race("put: compress a person", among: values) { contestant, _ in
      let (found, time) = timed {
        compression.compress(count, compressed: isCompressed(contestant))
      }
      try contestant.expect(found > 0, true, "compressing")
      return Lap(count, time)
    }
    try await stage.race("get: decompress a person", among: values) { contestant, _ in
      let blocks = compression.blocks(count, compressed: isCompressed(contestant))
      let (found, time) = try timed { try compression.decompress(blocks) }
      try contestant.expect(found, bytes, "decompressing")
      return Lap(count, time)
    }
    try await stage.race("train on \(rows.count) persons", among: [values[1]]) { contestant, _ in
      let (isTrained, time) = timed { compression.train() }
      if rows.count >= 10_000 { try contestant.expect(isTrained, true, "training") }
      return Lap(1, time)
    }
  }

  private func files(_ name: String, _ rows: Rows, _ stage: Stage) async throws {
    try await stage.race("put \(name), in batches of 2,000") { contestant, _ in
      let engine = try contestant.emptyEngine()
      let (_, time) = try timed { try engine.load(rows, batch: 2_000, ascending: true) }
      return Lap(rows.count, time)
    }
    try await stage.race("scan \(name)") { contestant, _ in
      let (digest, time) = try timed { try contestant.engine().scan(reverse: false) }
      try contestant.expect(digest, rows.digest, "scan of \(name)")
      return Lap(rows.count, time)
    }
    try stage.weigh("file size, \(name)")
  }
}
