internal import BenchHarness

extension RunResults {
  /// A chapter for a terminal: the table, after the chart if Lode has its default options.
  public func text(of chapter: Chapter) -> String {
    let entrants = entrants(of: chapter)
    let answers = measures(of: chapter.name).map { answer(chapter.name, $0) }
    let hasAnswers = answers.contains { !$0.isEmpty }
    let header = [""] + entrants.map(\.name) + (hasAnswers ? ["answer"] : [])
    let rows = zip(measures(of: chapter.name), answers).map { measure, answer in
      [measure] + entrants.map { cell(chapter, measure, $0.name) } + (hasAnswers ? [answer] : [])
    }
    var out =
      "\n\(chapter.name): \(chapter.about)\n"
      + (comparesDefaults(chapter) ? textChart(of: chapter) : "")
      + table([header] + rows, left: hasAnswers ? [0, entrants.count + 1] : [0])
    if entrants.count > 1 { out += "  \(factorNote(chapter))\n" }
    return out
  }

  /// The aims that were measured, for a terminal.
  public var closingText: String {
    let measured = aims.filter { $0.met != nil }
    if measured.isEmpty { return "" }
    return "\nAims\n"
      + table(
        measured.map { [$0.verdict, $0.title, $0.target, $0.found.map(digits) ?? "-"] },
        left: [0, 1, 2])
  }

  /// What the factors of a chapter are.
  func factorNote(_ chapter: Chapter) -> String {
    let bases = chapter.bases.isEmpty ? entrants(of: chapter).prefix(1).map(\.name) : chapter.bases
    return
      "In parentheses: speed against \(bases.joined(separator: " | ")); above 1 is faster, for sizes smaller."
  }

  private func cell(_ chapter: Chapter, _ measure: String, _ engine: String) -> String {
    guard let found = measurement(chapter.name, measure, engine),
      let summary = Summary(found.samples)
    else { return "-" }
    let text = quantity(summary.median, found.unit)
    let factors = factors(found, in: chapter)
    guard factors.contains(where: { $0 != nil }) else { return text }
    return text + " (" + factors.map { $0.map(digits) ?? "-" }.joined(separator: " | ") + ")"
  }
}

extension Aim {
  var verdict: String {
    switch met {
    case true?: "met"
    case false?: "NOT MET"
    case nil: "not measured"
    }
  }
}
