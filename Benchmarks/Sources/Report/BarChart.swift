internal import BenchHarness
internal import Foundation

/// One measure as horizontal bars in SVG: the median as the bar, the spread as a thin line over it.
struct BarChart {
  struct Bar {
    let label: String
    let text: String
    let median: Double
    let low: Double
    let high: Double
    let color: Int
  }

  let title: String
  let bars: [Bar]

  private static let labelWidth = 120.0
  private static let width = 560.0
  private static let textWidth = 130.0
  private static let step = 22.0

  var svg: String {
    let height = Double(bars.count) * Self.step + 24
    var out = #"<svg viewBox="0 0 \#(n(Self.width)) \#(n(height))" role="img" "#
    out += #"aria-label="\#(escape(title))"><text class="t" x="0" y="14">\#(escape(title))</text>"#
    let room = Self.width - Self.labelWidth - Self.textWidth
    let scale = room / max(bars.map(\.high).max() ?? 1, .leastNormalMagnitude)
    for (index, bar) in bars.enumerated() {
      let y = 24 + Double(index) * Self.step
      let x = Self.labelWidth
      out += #"<text x="0" y="\#(n(y + 13))">\#(escape(bar.label))</text>"#
      out += #"<rect class="c\#(bar.color)" x="\#(n(x))" y="\#(n(y + 2))" "#
      out += #"width="\#(n(max(bar.median * scale, 1)))" height="14"/>"#
      out +=
        #"<path class="s" d="M\#(n(x + bar.low * scale)) \#(n(y + 9))H\#(n(x + bar.high * scale))"/>"#
      out +=
        #"<text x="\#(n(x + bar.high * scale + 6))" y="\#(n(y + 13))">\#(escape(bar.text))</text>"#
    }
    return out + "</svg>"
  }

  private func n(_ value: Double) -> String { String(format: "%.1f", value) }
}

/// The text with the characters that mean something in HTML made harmless.
func escape(_ text: String) -> String {
  var out = ""
  for character in text {
    switch character {
    case "&": out += "&amp;"
    case "<": out += "&lt;"
    case ">": out += "&gt;"
    case "\"": out += "&quot;"
    default: out.append(character)
    }
  }
  return out
}
