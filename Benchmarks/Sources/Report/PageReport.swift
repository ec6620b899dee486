internal import BenchHarness

extension RunResults {
  /// The report as one HTML page that needs nothing else.
  public var page: String {
    """
    <!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Lode benchmarks</title><style>\(style)</style></head><body>
    <h1>Lode benchmarks</h1>
    \(chaptersToShow.map(chartSection).joined(separator: "\n"))
    <p>Longer bars are better. A bar shows the speed of an engine against the best one of the measure; the
    thin line is the spread from the slowest to the fastest round.</p>
    \(chaptersToShow.map(section).joined(separator: "\n"))
    <h2>Conditions</h2>\(factTable)
    <p>Every number is the median over interleaved rounds (engine A, B, C, then B, C, A, ...). What each
    engine returned was checked by count and by the sum of all bytes.</p>
    \(aimSection)
    </body></html>
    """
  }

  private var aimSection: String {
    let rows = aims.filter { $0.met != nil }.map { aim in
      "<tr class=\"\(aim.met == true ? "met" : "missed")\"><td>\(escape(aim.title))<td>\(escape(aim.target))"
        + "<td class=\"n\">\(aim.found.map(digits) ?? "-")<td>\(aim.verdict)"
    }
    if rows.isEmpty { return "" }
    return
      "<h2>Aims</h2><table><tr><th>Aim<th>Target<th class=\"n\">Found<th>\(rows.joined())</table>"
  }

  /// The chart of a chapter; nothing where one entrant was measured.
  private func chartSection(_ chapter: Chapter) -> String {
    let measures = bars(of: chapter).filter { $0.bars.count > 1 }
    if measures.isEmpty { return "" }
    let chart = BarChart(title: chapter.name, measures: measures)
    return "<h2>\(escape(chapter.name))</h2><figure>\(chart.svg)</figure>"
  }

  private var factTable: String {
    let all = facts + entrants.map { Fact($0.name, $0.about) }
    let rows = all.map { "<tr><td>\(escape($0.name))<td>\(escape($0.value))" }
    return "<table>\(rows.joined())</table>"
  }

  private func section(_ chapter: Chapter) -> String {
    let entrants = entrants(of: chapter)
    let answers = measures(of: chapter.name).map { answer(chapter.name, $0) }
    let hasAnswers = answers.contains { !$0.isEmpty }
    let head =
      entrants.map { "<th class=\"n\">\(escape($0.name))" }.joined()
      + (hasAnswers ? "<th>answer" : "")
    let rows = zip(measures(of: chapter.name), answers).map { measure, answer in
      "<tr><td>\(escape(measure))"
        + entrants.map { "<td class=\"n\">\(cell(chapter, measure, $0.name))" }.joined()
        + (hasAnswers ? "<td>\(escape(answer))" : "")
    }
    let note = entrants.count > 1 ? "<p>\(escape(factorNote(chapter)))</p>" : ""
    return """
      <h2>\(escape(chapter.name)): table</h2><p>\(escape(chapter.about))</p>\(notes(chapter))
      <table><tr><th>\(head)\(rows.joined())</table>\(note)
      """
  }

  /// Who takes part, where it is not as in the other chapters.
  private func notes(_ chapter: Chapter) -> String {
    guard let entrants = chapter.entrants else { return "" }
    let rows = entrants.map { "<tr><td>\(escape($0.name))<td>\(escape($0.about))" }
    return "<details><summary>Who takes part</summary><table>\(rows.joined())</table></details>"
  }

  private func cell(_ chapter: Chapter, _ measure: String, _ engine: String) -> String {
    guard let found = measurement(chapter.name, measure, engine),
      let summary = Summary(found.samples)
    else { return "-" }
    let spread = [summary.min, summary.max].map { quantity($0, found.unit) }
    var out = "<b>\(quantity(summary.median, found.unit))</b>"
    let factors = factors(found, in: chapter)
    if factors.contains(where: { $0 != nil }) {
      out += " (" + factors.map { $0.map(digits) ?? "-" }.joined(separator: " | ") + ")"
    }
    return found.samples.count > 1 ? out + "<br><small>\(spread[0]) .. \(spread[1])</small>" : out
  }

  private var style: String {
    """
    body{font:15px/1.5 system-ui,sans-serif;max-width:1200px;margin:2em auto;padding:0 1em;color:#222}
    table{border-collapse:collapse;margin:1em 0}td,th{padding:.3em .8em;border-bottom:1px solid #ddd;
    text-align:left;vertical-align:top}.n{text-align:right;white-space:nowrap}small{color:#777}
    .met td:last-child{color:#080}.missed td:last-child{color:#b00;font-weight:bold}
    figure{margin:0}svg{width:100%}svg text{font:12px system-ui,sans-serif}svg .t{font-weight:bold}
    .s{stroke:#222;stroke-width:1.5}.c0{fill:#9aa4b1}.c1{fill:#2f6fb5}.c2{fill:#1f9d74}
    .c3{fill:#d98a29}.c4{fill:#c05a7a}.c5{fill:#8a62b8}
    """
  }
}
