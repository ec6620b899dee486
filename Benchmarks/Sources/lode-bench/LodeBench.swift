internal import BenchHarness
internal import Common
internal import Foundation
internal import PackageIndex
internal import Report
internal import Tour

/// The program behind `Benchmarks/run`.
@main
struct LodeBench {
  static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.help { return print(Options.usage) }
      try await run(options)
    } catch {
      FileHandle.standardError.write(Data("Benchmarks/run: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ options: Options) async throws {
    var sizes: Sizes = options.smoke ? .smoke : .common
    if let rounds = options.rounds { sizes.rounds = rounds }
    let progress = ProgressLine()
    let record = Record(progress: progress)
    progress.begin("reading the Debian package index")
    let workloads = try workloads(options, sizes, progress)
    let root = try temporaryDirectory(options)
    defer { try? removeDirectory(root) }
    var chapters: [RunResults.Chapter] = []
    func results() -> RunResults {
      let facts = runFacts(
        commit: options.commit, swiftVersion: options.swiftVersion, sizes, progress)
      return RunResults(
        facts: facts, entrants: [], chapters: chapters, measurements: record.measurements)
    }
    for (index, workload) in workloads.enumerated() {
      progress.begin("\(index + 1) of \(workloads.count), \(workload.name): \(workload.about)")
      try await workload.run(peers: [], sizes: sizes, directory: root, record: record)
      progress.end()
      let chapter = RunResults.Chapter(workload)
      chapters.append(chapter)
      print(results().text(of: chapter))
    }
    let all = results()
    print(all.closingText)
    for path in try all.write(to: options.output) { print("wrote \(path)") }
  }

  /// The common workloads and the tour, without those that were not chosen.
  private static func workloads(
    _ options: Options, _ sizes: Sizes, _ progress: ProgressLine
  ) throws -> [any Workload] {
    let index = try PackageIndex(limit: sizes.records)
    if index == nil {
      progress.begin("This machine has no Debian package index: nothing is measured on it.")
    }
    var all = try commonWorkloads(objects: sizes.objects, index)
    if let index {
      all.append(
        try TourWorkload(index, descriptions: options.descriptions, limit: sizes.records))
    }
    for name in options.only where !all.contains(where: { $0.name == name }) {
      let names = all.map(\.name).joined(separator: ", ")
      throw BenchFailure("No workload \"\(name)\". Choose from \(names); --all has more.")
    }
    return all.filter { options.only.isEmpty || options.only.contains($0.name) }
  }

  private static func temporaryDirectory(_ options: Options) throws -> String {
    let parent = options.directory ?? FileManager.default.temporaryDirectory.path
    let path = "\(parent)/lode-bench-\(ProcessInfo.processInfo.processIdentifier)"
    try makeEmptyDirectory(path)
    return path
  }
}
