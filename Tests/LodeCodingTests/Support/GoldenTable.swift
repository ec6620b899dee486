import Foundation

/// The rows of the last table below `heading` in a page of `Docs/Format`, without backquotes.
func goldenRows(page: String, heading: String, columns: Int) throws -> [[String]] {
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  let text = try String(
    contentsOf: root.appendingPathComponent("Docs/Format/\(page)"), encoding: .utf8)
  var rows: [[String]] = []
  var isInside = false
  for line in text.split(separator: "\n") {
    if line.hasPrefix("#") { isInside = line.hasSuffix(heading) }
    guard isInside, line.hasPrefix("|"), line.contains("`") else { continue }
    let cells = line.split(separator: "|").map {
      $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
    }
    if cells.count == columns { rows.append(cells) }
  }
  return rows
}

/// The bytes of "01 ff*3", of "" none.
func bytes(hex: String) -> [UInt8] {
  hex.split(separator: " ").flatMap { token -> [UInt8] in
    let parts = token.split(separator: "*")
    guard let byte = UInt8(parts[0], radix: 16) else { return [] }
    return [UInt8](repeating: byte, count: parts.count > 1 ? Int(parts[1]) ?? 0 : 1)
  }
}
