public import BenchHarness
internal import Coders
internal import Foundation
public import PackageIndex

/// Values are turned into bytes and back, by archives and by what else there is.
public struct ArchiveWorkload: Workload {
  /// The short name.
  public let name = "archives"
  /// One sentence for the report.
  public let about = """
    values turned into bytes and back, a time for each: structs of twelve properties, persons of ten (five texts, \
    350 bytes), records of the package index
    """
  /// There is no store.
  public let valueSize = 0
  /// The coders.
  public let entrants: [Entrant]? = CoderName.allCases.map {
    Entrant(name: $0.rawValue, about: $0.about)
  }
  /// The floor, and JSON.
  public let bases = [CoderName.floor.rawValue, CoderName.json.rawValue]

  private let records: [PackageRecord]

  /// Creates the workload on some records.
  public init(_ input: RecordInput, limit: Int) {
    records = PackageRecord.records(of: input, limit: limit)
  }

  /// Runs it.
  public func run(on stage: Stage) async throws {
    let count = stage.sizes.archives
    var sets = [try SampleSet.accounts(count), try SampleSet.persons(count)]
    if !records.isEmpty { sets.append(try SampleSet.packages(records)) }
    for set in sets { try run(set, on: stage) }
  }

  private func run(_ set: SampleSet, on stage: Stage) throws {
    for coder in set.coders {
      let name = coder.entrant.rawValue
      stage.note("\(set.name), checking \(name)")
      try expect(coder.countEqual(), set.count, "\(name): values that are what they were")
      stage.weigh("\(set.name), bytes", name, Double(coder.byteCount) / Double(set.count))
    }
    try race("\(set.name), encode", set, stage, \.byteCount) { $0.encode }
    try race("\(set.name), decode", set, stage, { _ in set.sum }) { $0.decode }
    try race("\(set.name), one integer in place", set, stage, { _ in set.sum }) {
      $0.fields?.number
    }
    try race("\(set.name), one integer by its path", set, stage, { _ in set.sum }) {
      $0.fields?.numberByPath
    }
    try race("\(set.name), one text in place", set, stage, { _ in set.textSize }) {
      $0.fields?.text
    }
    try race("\(set.name), one text by its path", set, stage, { _ in set.textSize }) {
      $0.fields?.textByPath
    }
  }

  private func race(
    _ measure: String, _ set: SampleSet, _ stage: Stage, _ expected: (Coder) -> Int,
    _ body: (Coder) -> (() throws -> Int)?
  ) throws {
    let coders = set.coders.compactMap { coder in body(coder).map { (coder, $0) } }
    try stage.race(measure, among: coders, name: { $0.0.entrant.rawValue }) { coder, run in
      // As many passes as take long enough for the clock.
      var lap = Lap(0, .zero)
      repeat {
        let (found, time) = try timed { try run() }
        try expect(found, expected(coder), "\(coder.entrant.rawValue): \(measure)")
        lap = Lap(lap.operations + set.count, lap.duration + time)
      } while lap.duration < .milliseconds(10)
      return lap
    }
  }

  private func expect(_ found: Int, _ expected: Int, _ what: String) throws {
    if found != expected { throw BenchFailure("\(what) gave \(found), expected \(expected)") }
  }
}

extension PackageRecord {
  /// Some of the records, evenly chosen; none if they are not records of a package index.
  static func records(of input: RecordInput, limit: Int) -> [PackageRecord] {
    let rows = input.rows
    let step = max(rows.count / max(limit, 1), 1)
    let decoder = JSONDecoder()
    return stride(from: 0, to: rows.count, by: step).compactMap { index in
      let value = rows.value(index)
      let json = Data((0..<value.count).map { value[$0] })
      // Records of one's own may be anything.
      guard let fields = try? decoder.decode([String: String].self, from: json) else { return nil }
      return PackageRecord(fields)
    }
  }
}
