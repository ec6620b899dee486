internal import BenchHarness
internal import Foundation

/// The descriptions of packages in several languages.
struct Descriptions {
  /// The description of a package in a language.
  struct Description: Decodable {
    let package: String
    let language: String
    let title: String
    let text: String

    /// What is searched.
    var texts: [String] { [package, title, text] }

    private enum CodingKeys: String, CodingKey {
      case package = "Package"
      case language = "Language"
      case title = "Title"
      case text = "Text"
    }
  }

  /// The descriptions.
  let all: [Description]
  /// The same as JSON Lines.
  let json: Data

  /// Reads at most `limit` lines of a file, or `nil` if it is empty.
  init?(_ path: String, limit: Int) throws {
    guard let content = FileManager.default.contents(atPath: path) else {
      throw BenchFailure("Cannot read \(path).")
    }
    let lines = content.split(separator: UInt8(ascii: "\n")).prefix(limit)
    if lines.isEmpty { return nil }
    let decoder = JSONDecoder()
    all = try lines.map { try decoder.decode(Description.self, from: $0) }
    json = Data(lines.joined(separator: [UInt8(ascii: "\n")]))
  }
}
