import Foundation
import LodeTestSupport
import Testing

@Suite("The version")
struct VersionTests {
  private let docs = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Docs")

  // A user who reports a damaged file could not say which format it has.
  @Test func `the tool, the change log and every format page name the same version`() throws {
    let changes = try String(
      contentsOf: docs.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
    let version = try #require(changes.firstMatch(of: #/\n## (\d+\.\d+\.\d+)/#)).1
    #expect(try lode("--version").output == "lode \(version)\n")
    let pages = try FileManager.default.contentsOfDirectory(
      at: docs.appendingPathComponent("Format"), includingPropertiesForKeys: nil)
    #expect(pages.count > 10)
    for page in pages {
      let text = try String(contentsOf: page, encoding: .utf8)
      #expect(text.contains("Format of Lode \(version)."), "\(page.lastPathComponent)")
    }
  }
}
