import BenchHarness
import Testing

@testable import Report

@Suite("Aims of live queries")
struct LiveAimsTests {
  @Test func `the work of observers is what a commit with them costs more`() throws {
    let aims = LiveAims.judge([
      measurement("relaxed commit, 0 observers, CPU", 100_000),
      measurement("relaxed commit, 1000 observers, CPU", 125_000),
    ])
    let aim = try #require(aims.first { $0.met != nil })
    #expect(aim.found == 25 && aim.met == true)
  }

  @Test func `an import under a window is compared with the import alone`() throws {
    let aims = LiveAims.judge([
      measurement("import in one write, a row", 1_000),
      measurement("import in one write under a window, a row", 1_200),
    ])
    let aim = try #require(aims.first { $0.met != nil })
    #expect(aim.found == 1.2 && aim.met == false)
  }

  private func measurement(_ measure: String, _ sample: Double) -> Measurement {
    Measurement(
      workload: "live", measure: measure, engine: "lode", unit: .time, operations: 1,
      samples: [sample])
  }
}
