internal import BenchHarness

extension RunResults {
  /// The chart of a chapter for a terminal; empty where one entrant was measured.
  func textChart(of chapter: Chapter) -> String {
    let measures = bars(of: chapter).filter { $0.bars.count > 1 }
    if measures.isEmpty { return "" }
    let titles = measures.map { width($0.title) }.max() ?? 0
    let labels = measures.flatMap(\.bars).map(\.label.count).max() ?? 0
    return measures.map { measure in
      measure.bars.enumerated().map { index, bar in
        "  " + pad(index == 0 ? measure.title : "", titles) + "  " + pad(bar.label, labels) + "  "
          + textBar(bar.share, 40) + "\n"
      }.joined()
    }.joined() + "  Longer bars are better.\n\n"
  }
}

private func pad(_ text: String, _ count: Int) -> String {
  text + String(repeating: " ", count: max(count - width(text), 0))
}

/// A bar up to a number of characters, in eighths of a character.
func textBar(_ share: Double, _ width: Int) -> String {
  let eighths = max(Int((share * Double(width * 8)).rounded()), 1)
  let rest = eighths % 8
  let last = rest == 0 ? "" : String(["▏", "▎", "▍", "▌", "▋", "▊", "▉"][rest - 1])
  return String(repeating: "█", count: eighths / 8) + last
}
