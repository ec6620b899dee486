internal import ArgumentParser
internal import BenchHarness
internal import Common
internal import Differential
internal import Engines
internal import Foundation
internal import Models
internal import PackageIndex
internal import Report
internal import Workloads

/// The program behind `Benchmarks/run --all`.
@main
struct LodeBenchAll: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Benchmarks/run --all",
    abstract: "Runs every benchmark of Lode and its peers, checks their answers, and reports.",
    discussion: """
      Ends with tables, results.json and report.html. Examples:

        Benchmarks/run --all                          twelve minutes and the build
        Benchmarks/run --all --full                   with stores of millions of rows
        Benchmarks/run --all --smoke                  every workload at tiny sizes
        Benchmarks/run --all --only values-100 --only commits
        Benchmarks/run --all --input records.jsonl    real records of your own
      """)

  @Flag(help: "Tiny sizes, to see that everything works.")
  var smoke = false

  @Flag(help: "Large sizes: up to 5 million rows, 100,000 documents to search.")
  var full = false

  @Option(help: "Records for the main job: Debian stanzas or JSON Lines.")
  var input: String?

  @Option(help: "Run this workload only; may be repeated.")
  var only: [String] = []

  @Option(help: "Run this peer only (lmdb-c always runs); may be repeated.")
  var peer: [String] = []

  @Option(help: "Interleaved rounds of each measure.")
  var rounds: Int?

  @Option(help: "Where the stores are put while they are measured.")
  var directory: String?

  @Option(help: "Where results.json and report.html are written.")
  var output = "Benchmarks/Results/all"

  @Option(parsing: .upToNextOption, help: .hidden)
  var scanMemory: [String] = []

  @Option(parsing: .upToNextOption, help: .hidden)
  var liveChild: [String] = []

  @Option(help: .hidden)
  var swiftVersion = "unknown"

  @Option(help: .hidden)
  var commit = "unknown"

  func validate() throws {
    if smoke && full { throw ValidationError("--smoke and --full exclude one another") }
    // Each round deletes another tenth.
    if let rounds, !(1...9).contains(rounds) { throw ValidationError("--rounds takes 1 to 9") }
    let known = Set(Peer.all.map(\.name))
    for name in peer where !known.contains(name) {
      throw ValidationError(
        "no peer '\(name)'; there are: \(known.sorted().joined(separator: " "))")
    }
  }

  func run() async throws {
    if !scanMemory.isEmpty { return print(try ScanMemory.report(scanMemory)) }
    if !liveChild.isEmpty { return try LiveChild.run(liveChild) }
    var sizes: Sizes = smoke ? .smoke : full ? .full : .all
    if let rounds { sizes.rounds = rounds }
    if !hasRoomForLargeStores(directory) {
      sizes.growth.removeAll { $0 > 1_000_000 }
      sizes.checkedMegabytes.removeAll { $0 > 1_000 }
    }
    let peers = Peer.all.filter { peer.isEmpty || peer.contains($0.name) || $0.name == "lmdb-c" }
    let progress = ProgressLine()
    let record = Record(progress: progress)
    let chosen = try workloads(sizes, progress)
    let root = try temporaryDirectory()
    defer { tidy(root) }

    if smoke, only.isEmpty {
      try compareConditions(root, progress)
      try compareSearches(root, progress)
    }
    for (index, workload) in chosen.enumerated() {
      progress.begin("\(index + 1) of \(chosen.count), \(workload.name): \(workload.about)")
      try await workload.run(peers: peers, sizes: sizes, directory: root, record: record)
    }
    progress.end()
    let results = RunResults(
      facts: facts(sizes, progress), entrants: peers.map { .init(name: $0.name, about: $0.about) },
      chapters: chosen.map { .init($0) }, measurements: record.measurements)
    for chapter in results.chaptersToShow { print(results.text(of: chapter)) }
    print(results.closingText)
    for path in try results.write(to: output) { print("wrote \(path)") }
  }

  private func workloads(_ sizes: Sizes, _ progress: ProgressLine) throws -> [any Workload] {
    let other: [any Workload] = [
      KeyValueWorkload(valueSize: 100), KeyValueWorkload(valueSize: 1_000),
      KeyValueWorkload(valueSize: 65_536), CommitWorkload(.ascending, name: "commits"),
      CommitWorkload(.random, name: "commits-random"),
      OpenWorkload(), GrowthWorkload(),
      RedbWorkload(), SearchWorkload(), MigrationWorkload(), CheckWorkload(), YCSBWorkload(),
      LiveWorkload(),
    ]
    let onRecords = ["records", "archives", "compression", "models", "references", "queries"]
    let names = onRecords + other.map(\.name)
    for name in only where !names.contains(name) {
      throw ValidationError("no workload '\(name)'; there are: \(names.joined(separator: " "))")
    }
    func isChosen(_ name: String) -> Bool { only.isEmpty || only.contains(name) }
    let chosen = other.filter { isChosen($0.name) }
    guard onRecords.contains(where: isChosen) else { return chosen }
    progress.begin("reading the records")
    let input = try RecordInput.read(input, limit: sizes.records)
    let first: [any Workload] = [
      RecordWorkload(input), ArchiveWorkload(input, limit: sizes.archives),
      CompressionWorkload(
        input, plain: .lodeStore, compressed: .lodeStoreCompressed, other: .sqlite),
      ModelWorkload(input), ReferenceWorkload(input), QueryWorkload(input),
    ]
    return first.filter { isChosen($0.name) } + chosen
  }

  /// The random conditions and searches of a run.
  ///
  /// A build without the optimizer needs 30 ms for each condition.
  private static var comparisons: Int {
    ProcessInfo.processInfo.environment["LODE_EFFORT"] == "full" ? 2_000 : 200
  }

  /// Asks Lode and SQLite the same conditions.
  private func compareConditions(_ directory: String, _ progress: ProgressLine) throws {
    let seed = UInt64.random(in: 0..<1 << 32)
    progress.begin("conditions: the same ones asked of Lode and of SQLite, seed \(seed)")
    let place = directory + "/conditions"
    try makeEmptyDirectory(place)
    let differential = try ConditionDifferential(directory: place, seed: seed)
    try differential.run(conditions: Self.comparisons)
    progress.begin(
      """
      conditions: \(differential.compared) answers were the same, \(differential.telling) of them of some rows and not all
      """)
  }

  /// Asks Lode and FTS5 the same searches.
  private func compareSearches(_ directory: String, _ progress: ProgressLine) throws {
    let seed = UInt64.random(in: 0..<1 << 32)
    progress.begin("searches: the same ones asked of Lode and of FTS5, seed \(seed)")
    let place = directory + "/searches"
    try makeEmptyDirectory(place)
    let differential = try SearchDifferential(directory: place, seed: seed)
    try differential.run(queries: Self.comparisons)
    progress.begin(
      """
      searches: \(differential.compared) answers were the same, \(differential.telling) of them of some documents and not all
      """)
  }

  private func temporaryDirectory() throws -> String {
    let parent = directory ?? FileManager.default.temporaryDirectory.path
    let path = "\(parent)/lode-bench-all-\(ProcessInfo.processInfo.processIdentifier)"
    try makeEmptyDirectory(path)
    return path
  }

  private func tidy(_ path: String) {
    do {
      try removeDirectory(path)
    } catch {
      print("could not delete \(path): \(error)")
    }
  }

  private func facts(_ sizes: Sizes, _ progress: ProgressLine) -> [Fact] {
    runFacts(commit: commit, swiftVersion: swiftVersion, sizes, progress)
  }
}
