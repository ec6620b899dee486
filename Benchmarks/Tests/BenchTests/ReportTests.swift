import BenchHarness
import Testing

@testable import Report

@Suite("Report")
struct ReportTests {
  @Test("An aim that was measured is judged, one that was not is left open")
  func aims() {
    let results = results([
      ("values-100", "random get", "lmdb-c", 100), ("values-100", "random get", "lode-lmdb", 80),
      ("values-100", "scan forwards", "lmdb-c", 10),
      ("values-100", "scan forwards", "lode-lmdb", 20),
    ])
    let verdicts = results.aims.prefix(3).map(\.verdict)
    #expect(verdicts == ["met", "NOT MET", "not measured"])
  }

  @Test("The page carries every measure and escapes what it quotes")
  func page() {
    let page = results([
      ("values-100", "a < b", "lmdb-c", 1_500), ("values-100", "a < b", "lode-lmdb", 1_000),
    ]).page
    #expect(page.contains("a &lt; b") && page.contains("1.50 us") && page.contains("<svg"))
    #expect(!page.contains("a < b"))
  }

  @Test func `the page starts with the charts and ends with the aims`() throws {
    let page = results([
      ("values-100", "random get", "lmdb-c", 100), ("values-100", "random get", "lode-lmdb", 102),
    ]).page
    let chart = try #require(page.firstRange(of: "<svg"))
    let table = try #require(page.firstRange(of: "<table>"))
    let aims = try #require(page.firstRange(of: "<h2>Aims</h2>"))
    #expect(chart.lowerBound < table.lowerBound && table.lowerBound < aims.lowerBound)
    #expect(!page[aims.upperBound...].contains("<h2>"))
  }

  @Test func `chapters of the default options beside SQLite come first, with a chart`() throws {
    let names = ["lmdb-c", "lode", "sqlite-c"]
    let entrants = names.map { Entrant(name: $0, about: "") }
    let results = RunResults(
      facts: [], entrants: [entrants[0]],
      chapters: [
        .init(name: "other", about: ""), .init(name: "get", about: "", entrants: entrants),
      ],
      measurements: names.map {
        Measurement(
          workload: "get", measure: "a person", engine: $0, unit: .time, operations: 1,
          samples: [1])
      })
    #expect(results.chaptersToShow.map(\.name) == ["get", "other"])
    let text = results.text(of: results.chaptersToShow[0])
    let bar = try #require(text.firstRange(of: "█"))
    let table = try #require(text.firstRange(of: "1.00 ns"))
    #expect(bar.lowerBound < table.lowerBound)
    #expect(!results.text(of: results.chaptersToShow[1]).contains("█"))
  }

  @Test func `a bar is as long as its engine is fast`() throws {
    let results = results([
      ("values-100", "random get", "lmdb-c", 100), ("values-100", "random get", "lode-lmdb", 400),
    ])
    let bars = try #require(results.bars(of: results.chapters[0]).first).bars
    #expect(bars.map(\.share) == [1, 0.25])
    let chart = results.textChart(of: results.chapters[0]).split(separator: "\n")
    #expect(chart[0].count { $0 == "█" } == 40 && chart[1].count { $0 == "█" } == 10)
  }

  @Test func `an answer stands in the last column of the table`() {
    let found = Measurement(
      workload: "tour", measure: "Section = 'games'", engine: "lode", unit: .time, operations: 1,
      samples: [1_000], answer: "1108")
    let results = RunResults(
      facts: [], entrants: [Entrant(name: "lode", about: "")],
      chapters: [.init(name: "tour", about: "")], measurements: [found])
    #expect(results.text(of: results.chapters[0]).contains("Section = 'games'  1.00 us  1108\n"))
    #expect(results.page.contains("<td>1108"))
  }

  @Test func `columns with Japanese words are aligned by what a terminal shows`() {
    let rows = table([["データ", "1"], ["data", "20"]], left: [0])
    #expect(rows == "  データ   1\n  data    20\n")
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
