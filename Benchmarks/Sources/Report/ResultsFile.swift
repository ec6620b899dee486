internal import Foundation

extension RunResults {
  /// Writes `results.json` and `report.html` into `directory`, made if missing, and returns their
  /// paths.
  public func write(to directory: String) throws -> [String] {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let files = [("results.json", try encoder.encode(self)), ("report.html", Data(page.utf8))]
    return try files.map { name, content in
      let path = directory + "/" + name
      try content.write(to: URL(fileURLWithPath: path))
      return path
    }
  }
}
