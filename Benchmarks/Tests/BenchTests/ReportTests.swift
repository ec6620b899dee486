import BenchHarness
import Testing

@testable import Report

@Suite("Report")
struct ReportTests {
  @Test("An aim that was measured is judged, one that was not is left open")
  func aims() {
    let results = results([
      ("values-100", "random get", "lmdb-c", 100), ("values-100", "random get", "lode-lmdb", 102),
      ("values-100", "scan forwards", "lmdb-c", 10),
      ("values-100", "scan forwards", "lode-lmdb", 20),
    ])
    let verdicts = results.aims.prefix(3).map(\.verdict)
    #expect(verdicts == ["met", "NOT MET", "not measured"])
  }

  @Test("The page carries every measure and escapes what it quotes")
  func page() {
    let page = results([("values-100", "a < b", "lmdb-c", 1_500)]).page
    #expect(page.contains("a &lt; b") && page.contains("1.50 us") && page.contains("<svg"))
    #expect(!page.contains("a < b"))
  }

  @Test("Quantities have three digits and a fitting unit")
  func quantities() {
    #expect(quantity(241.4, .time) == "241 ns")
    #expect(quantity(2_340, .time) == "2.34 us")
    #expect(quantity(20_000, .rate) == "50.0 k/s")
    #expect(quantity(118e6, .bytes) == "118 MB")
  }

  private func results(_ rows: [(String, String, String, Double)]) -> RunResults {
    RunResults(
      facts: [],
      entrants: [Entrant(name: "lmdb-c", about: ""), .init(name: "lode-lmdb", about: "")],
      chapters: [.init(name: "values-100", about: "")],
      measurements: rows.map {
        Measurement(
          workload: $0.0, measure: $0.1, engine: $0.2, unit: .time, operations: 1,
          samples: [$0.3])
      })
  }
}
