internal import BenchHarness
internal import Foundation

extension RunResults {
  /// The report as text for a terminal.
  public var text: String {
    var out = ""
    for chapter in chapters {
      out += "\n\(chapter.name): \(chapter.about)\n"
      if chapter.bases.count > 1 {
        out += "Factors against \(chapter.bases.joined(separator: " | "))\n"
      }
      let entrants = entrants(of: chapter)
      let header = [""] + entrants.map(\.name)
      let rows = measures(of: chapter.name).map { measure in
        [measure] + entrants.map { cell(chapter, measure, $0.name) }
      }
      out += table([header] + rows)
    }
    out += "\nAims\n"
    out += table(aims.map { [$0.verdict, $0.title, $0.target, $0.found.map(digits) ?? "-"] })
    out += "\nFactors are speeds against \(entrants.first?.name ?? ""): above 1.00 is faster"
    return out + " (for sizes: smaller).\n"
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

/// Columns as wide as they need to be; the first is aligned left, the others right, unless they
/// hold sentences.
func table(_ rows: [[String]]) -> String {
  let columns = rows.map(\.count).max() ?? 0
  let widths = (0..<columns).map { column in
    rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
  }
  return rows.map { row in
    let cells = row.enumerated().map { column, cell in
      let space = String(repeating: " ", count: widths[column] - cell.count)
      return column == 0 || cell.contains(", ") ? cell + space : space + cell
    }
    return "  " + cells.joined(separator: "  ") + "\n"
  }.joined()
}
