/// A table of text with aligned columns.
struct TextTable {
  /// A column's title and alignment: right for numbers, left for other cells.
  struct Column {
    let title: String
    let isNumber: Bool

    static func text(_ title: String) -> Column { Column(title: title, isNumber: false) }
    static func number(_ title: String) -> Column { Column(title: title, isNumber: true) }
  }

  let columns: [Column]
  private(set) var rows: [[String]] = []

  init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row with one cell for each column.
  mutating func add(_ cells: String...) { add(cells) }

  /// Adds a row with one cell for each column, with escapes for control characters.
  mutating func add(_ cells: [String]) { rows.append(cells.map(\.visible)) }

  /// The lines of the table without trailing spaces: the titles, then the rows.
  var lines: [String] {
    let widths = columns.indices.map { column in
      rows.reduce(columns[column].title.count) { max($0, $1[column].count) }
    }
    return ([columns.map(\.title)] + rows).map { cells in
      let padded = columns.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - cells[column].count)
        return columns[column].isNumber ? space + cells[column] : cells[column] + space
      }
      let line = padded.joined(separator: "  ")
      return String(
        line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)])
    }
  }
}

/// Returns one line for each fact, with the names and the facts in two columns.
func factLines(_ facts: KeyValuePairs<String, String>) -> [String] {
  let width = facts.reduce(0) { max($0, $1.key.count) }
  return facts.map { name, fact in
    name.padded(to: width + 2) + fact
  }
}

extension String {
  /// Returns the text with spaces at the end, up to `width` characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
