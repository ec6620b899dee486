internal import Foundation

/// The measures of a chapter as one chart in SVG: horizontal bars, with the spread of the rounds as
/// a thin line.
struct BarChart {
  let title: String
  let measures: [MeasureBars]

  private static let labelWidth = 110.0
  private static let barWidth = 380.0
  private static let textWidth = 90.0
  private static let step = 18.0
  private static let heading = 24.0
  private static let column = labelWidth + barWidth + textWidth + 30

  var svg: String {
    // Two columns of about the same height.
    let heights = measures.map { Self.heading + Double($0.bars.count) * Self.step + 8 }
    let half = heights.reduce(0, +) / 2
    var (x, y, height, body) = (0.0, 0.0, 0.0, "")
    for (measure, size) in zip(measures, heights) {
      if x == 0, measures.count > 1, y > 0, y + size / 2 > half { (x, y) = (Self.column, 0) }
      body += panel(measure, x, y)
      y += size
      height = max(height, y)
    }
    return
      #"<svg viewBox="0 0 \#(n(2 * Self.column)) \#(n(height))" role="img" aria-label="\#(escape(title))">\#(body)</svg>"#
  }

  private func panel(_ measure: MeasureBars, _ x: Double, _ top: Double) -> String {
    var out = #"<text class="t" x="\#(n(x))" y="\#(n(top + 16))">\#(escape(measure.title))</text>"#
    let start = x + Self.labelWidth
    for (index, bar) in measure.bars.enumerated() {
      let y = top + Self.heading + Double(index) * Self.step
      let (low, high) = (
        bar.spread.lowerBound * Self.barWidth, bar.spread.upperBound * Self.barWidth
      )
      let width = max(bar.share * Self.barWidth, 1)
      out += #"<text x="\#(n(x))" y="\#(n(y + 11))">\#(escape(bar.label))</text>"#
      out += #"<rect class="c\#(bar.place)" x="\#(n(start))" y="\#(n(y))" "#
      out += #"width="\#(n(width))" height="13"/>"#
      out += #"<path class="s" d="M\#(n(start + low)) \#(n(y + 6.5))H\#(n(start + high))"/>"#
      out +=
        #"<text x="\#(n(start + max(width, high) + 6))" y="\#(n(y + 11))">\#(escape(bar.text))</text>"#
    }
    return out
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
