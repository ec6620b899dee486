import Foundation

/// The rows of the last table of a page of `Docs/Format`, without backquotes.
func goldenRows(page: String, columns: Int) throws -> [[String]] {
  var root = URL(fileURLWithPath: #filePath)
  for _ in 0..<4 { root.deleteLastPathComponent() }
  let text = try String(
    contentsOf: root.appendingPathComponent("Docs/Format/\(page)"), encoding: .utf8)
  var rows: [[String]] = []
  for line in text.split(separator: "\n") {
    if line == "## Golden bytes" { rows = [] }
    let cells = line.split(separator: "|").map {
      $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
    }
    if line.hasPrefix("|"), line.contains("`"), cells.count == columns { rows.append(cells) }
  }
  return rows
}

/// The bytes of "01 ff*3", `nil` of "-".
func golden(_ text: String) -> [UInt8]? {
  if text == "-" { return nil }
  return text.split(separator: " ").flatMap { token -> [UInt8] in
    let parts = token.split(separator: "*")
    guard let byte = UInt8(parts[0], radix: 16) else { return [] }
    return [UInt8](repeating: byte, count: parts.count > 1 ? Int(parts[1]) ?? 0 : 1)
  }
}
