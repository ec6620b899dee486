/// Columns as wide as they need to be, those in `left` aligned left, the others right.
func table(_ rows: [[String]], left: Set<Int>) -> String {
  let columns = rows.map(\.count).max() ?? 0
  let widths = (0..<columns).map { column in
    rows.map { column < $0.count ? width($0[column]) : 0 }.max() ?? 0
  }
  return rows.map { row in
    let cells = row.enumerated().map { column, cell in
      let space = String(repeating: " ", count: widths[column] - width(cell))
      return left.contains(column) ? cell + space : space + cell
    }
    return "  " + cells.joined(separator: "  ").trimmingEnd + "\n"
  }.joined()
}

/// The columns of a terminal that a text takes: Chinese and Japanese characters take two.
func width(_ text: String) -> Int {
  text.unicodeScalars.reduce(0) { $0 + ((0x2E80...0x9FFF).contains($1.value) ? 2 : 1) }
}

extension String {
  fileprivate var trimmingEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
