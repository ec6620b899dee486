/// Rows of cells in aligned columns.
struct TextTable {
  /// A column's title, and whether its cells are numbers, which stand at the right.
  struct Column {
    let title: String
    var isNumber = false
  }

  let columns: [Column]
  private(set) var rows: [[String]] = []

  init(_ columns: [Column]) { self.columns = columns }

  mutating func add(_ cells: String...) { add(cells) }

  mutating func add(_ cells: [String]) { rows.append(cells) }

  /// The lines, the titles first; nothing hangs over at the right.
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

/// Names and what is to say of each, in two columns.
func factLines(_ facts: KeyValuePairs<String, String>) -> [String] {
  let width = facts.reduce(0) { max($0, $1.key.count) }
  return facts.map { name, fact in
    name + String(repeating: " ", count: width + 2 - name.count) + fact
  }
}
