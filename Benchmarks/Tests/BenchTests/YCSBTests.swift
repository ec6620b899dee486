import BenchHarness
import Common
import Foundation
import Testing

@testable import Models

@Suite("YCSB")
struct YCSBTests {
  @Test func `every peer runs every mix, from one task and from eight tasks`() async throws {
    let directory = FileManager.default.temporaryDirectory.path + "/ycsb-\(UUID())"
    try makeEmptyDirectory(directory)
    defer { try? removeDirectory(directory) }
    let record = Record(progress: ProgressLine())
    var sizes = Sizes.smoke
    sizes.rounds = 2
    try await YCSBWorkload().run(peers: [], sizes: sizes, directory: directory, record: record)
    #expect(record.measurements.count == 12 * (CommonPeer.allCases.count - 1))
    #expect(record.measurements.allSatisfy { $0.samples.count == 2 && $0.operations >= 40 })
  }

  @Test func `the most frequent number has the share that the distribution gives it`() {
    let zipfian = Zipfian(count: 1_000)
    var noise = Noise(seed: 1)
    let numbers = (0..<100_000).map { _ in zipfian.next(&noise) }
    #expect(numbers.allSatisfy { (0..<1_000).contains($0) })
    let zeta = (1...1_000).reduce(0) { $0 + pow(Double($1), -0.99) }
    let share = Double(numbers.count { $0 == 0 }) / 100_000
    #expect(abs(share * zeta - 1) < 0.05)
  }

  @Test func `scrambled numbers keep their shares, at other numbers`() {
    var noise = Noise(seed: 1)
    var counts: [Int: Int] = [:]
    for _ in 0..<100_000 { counts[Zipfian.scrambled(below: 5_000, &noise), default: 0] += 1 }
    let most = counts.max { $0.value < $1.value }
    #expect(most?.key != 0)
    #expect(abs(Double(most?.value ?? 0) / 100_000 - 1 / 26.469) < 0.005)
  }

  @Test func `a mix has as many writes as its definition says`() throws {
    var plan = try YCSBPlan(loaded: 200, commits: 100, rounds: 1, tasks: [1, 4])
    for (mix, share) in zip(YCSBMix.allCases, [0.5, 0.05, 0, 0.05, 0.05, 0.5]) {
      for tasks in [1, 4] {
        let run = try #require(plan.runs(mix, tasks: tasks).first)
        #expect(run.tasks.count == tasks)
        let writes = run.tasks.joined().count { $0.kind.isWrite }
        #expect(Double(writes) == (Double(run.count) * share).rounded())
      }
    }
    #expect(plan.present == plan.set.objects.count)
  }

  @Test func `a task reads only persons that are loaded or that it inserted itself`() throws {
    var plan = try YCSBPlan(loaded: 200, commits: 100, rounds: 2, tasks: [4])
    for run in plan.runs(.d, tasks: 4) {
      let before = run.tasks.joined().filter { $0.kind == .insert }.map(\.person).min() ?? 0
      for task in run.tasks {
        var own: Set<Int> = []
        for operation in task {
          if operation.kind == .insert {
            own.insert(operation.person)
          } else {
            #expect(operation.person < before || own.contains(operation.person))
          }
        }
      }
    }
  }

  @Test func `an update that was lost is noticed`() throws {
    var plan = try YCSBPlan(loaded: 200, commits: 10, rounds: 1, tasks: [2])
    for mix in [YCSBMix.a, .f] {
      let run = try #require(plan.runs(mix, tasks: 2).first)
      var ages = YCSBAges(plan.set)
      #expect(throws: BenchFailure.self) {
        try ages.follow(run) { keys in
          keys.keys.map { key in plan.set.objects.first { $0.id == key }?.age ?? 0 }
        }
      }
    }
  }
}
