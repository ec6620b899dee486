internal import BenchHarness

extension RunResults {
  /// The report as one HTML page that needs nothing else.
  public var page: String {
    """
    <!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Lode benchmarks</title><style>\(style)</style></head><body>
    <h1>Lode benchmarks</h1>
    <h2>Aims</h2>\(aimTable)
    <h2>Conditions</h2>\(factTable)
    <p>Every number is the median over interleaved rounds (engine A, B, C, then B, C, A, ...); bars carry
    the spread from the best to the worst round. What each engine returned was checked by count and
    by the sum of all bytes. Factors are speeds against \(escape(entrants.first?.name ?? "")): above
    1.00 is faster (for sizes: smaller).</p>
    \(chapters.map(section).joined(separator: "\n"))
    </body></html>
    """
  }

  private var aimTable: String {
    let rows = aims.map { aim in
      let style = aim.met.map { $0 ? "met" : "missed" } ?? "open"
      return "<tr class=\"\(style)\"><td>\(escape(aim.title))<td>\(escape(aim.target))"
        + "<td class=\"n\">\(aim.found.map(digits) ?? "-")<td>\(aim.verdict)"
    }
    return "<table><tr><th>Aim<th>Target<th class=\"n\">Found<th>\(rows.joined())</table>"
  }

  private var factTable: String {
    let all = facts + entrants.map { Fact($0.name, $0.about) }
    let rows = all.map { "<tr><td>\(escape($0.name))<td>\(escape($0.value))" }
    return "<table>\(rows.joined())</table>"
  }

  private func section(_ chapter: Chapter) -> String {
    let measures = measures(of: chapter.name)
    let entrants = entrants(of: chapter)
    let head = entrants.map { "<th class=\"n\">\(escape($0.name))" }.joined()
    let rows = measures.map { measure in
      "<tr><td>\(escape(measure))"
        + entrants.map { "<td class=\"n\">\(cell(chapter, measure, $0.name))" }.joined()
    }
    let charts = measures.map { "<figure>\(chart(chapter, $0).svg)</figure>" }
    return """
      <h2>\(escape(chapter.name))</h2><p>\(escape(chapter.about))</p>\(notes(chapter))
      <table><tr><th>\(head)\(rows.joined())</table>
      <div class="charts">\(charts.joined())</div>
      """
  }

  /// Who takes part, and what factors are against, where it is not as in the other chapters.
  private func notes(_ chapter: Chapter) -> String {
    guard let entrants = chapter.entrants else { return "" }
    let rows = entrants.map { "<tr><td>\(escape($0.name))<td>\(escape($0.about))" }
    let bases = chapter.bases.isEmpty ? entrants.prefix(1).map(\.name) : chapter.bases
    return
      "<table>\(rows.joined())</table><p>Factors against \(escape(bases.joined(separator: " | ")))."
  }

  private func cell(_ chapter: Chapter, _ measure: String, _ engine: String) -> String {
    guard let found = measurement(chapter.name, measure, engine),
      let summary = Summary(found.samples)
    else { return "-" }
    let spread = [summary.min, summary.max].map { quantity($0, found.unit) }
    var out = "<b>\(quantity(summary.median, found.unit))</b>"
    let factors = factors(found, in: chapter)
    if factors.contains(where: { $0 != nil }) {
      out += " " + factors.map { $0.map { digits($0) + "x" } ?? "-" }.joined(separator: " | ")
    }
    return found.samples.count > 1 ? out + "<br><small>\(spread[0]) .. \(spread[1])</small>" : out
  }

  private func chart(_ chapter: Chapter, _ measure: String) -> BarChart {
    let workload = chapter.name
    let bars = entrants(of: chapter).enumerated().compactMap { index, entrant -> BarChart.Bar? in
      guard let found = measurement(workload, measure, entrant.name),
        let summary = Summary(found.samples)
      else { return nil }
      // A rate is charted as one, so that the longer bar is the one the label calls larger.
      let shown = found.unit == .rate ? Summary(found.samples.map { 1e9 / $0 }) : summary
      guard let shown else { return nil }
      return BarChart.Bar(
        label: entrant.name, text: quantity(summary.median, found.unit), median: shown.median,
        low: shown.min, high: shown.max, color: index)
    }
    let isRate =
      measurements.first { $0.workload == workload && $0.measure == measure }?.unit == .rate
    return BarChart(title: measure + (isRate ? " (longer is better)" : ""), bars: bars)
  }

  private var style: String {
    """
    body{font:15px/1.5 system-ui,sans-serif;max-width:1200px;margin:2em auto;padding:0 1em;color:#222}
    table{border-collapse:collapse;margin:1em 0}td,th{padding:.3em .8em;border-bottom:1px solid #ddd;
    text-align:left;vertical-align:top}.n{text-align:right;white-space:nowrap}small{color:#777}
    .met td:last-child{color:#080}.missed td:last-child{color:#b00;font-weight:bold}
    .charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(420px,1fr));gap:1em}
    figure{margin:0}svg{width:100%}svg text{font:12px system-ui,sans-serif}svg .t{font-weight:bold}
    .s{stroke:#222;stroke-width:1.5}.c0{fill:#9aa4b1}.c1{fill:#2f6fb5}.c2{fill:#1f9d74}
    .c3{fill:#d98a29}.c4{fill:#c05a7a}.c5{fill:#8a62b8}
    """
  }
}
