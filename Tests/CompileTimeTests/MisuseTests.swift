import Foundation
import LodeTestTags
import Testing

/// Each snippet is a client that keeps something beyond its time; comments say what the compiler
/// must answer, and where.
@Suite("Misuse of lifetimes does not compile")
struct MisuseTests {
  static let refused = Compiler.files(in: Compiler.snippets.appendingPathComponent("Refused"))
    .map { $0.deletingPathExtension().lastPathComponent }

  @Test(.tags(.slow, .process), arguments: refused)
  func `it is an error, in the expected place and for the expected reason`(
    _ name: String
  ) throws {
    let file = Compiler.snippets.appendingPathComponent("Refused/\(name).swift")
    let expected = try expectations(in: file)
    #expect(!expected.isEmpty)
    let errors = try Compiler.diagnostics(of: file).filter(\.isError)
    for (line, text) in expected {
      let isThere = errors.contains { $0.line == line && $0.text.contains(text) }
      #expect(isThere, "line \(line): \(text)\n\(errors)")
    }
    // Nothing else is wrong with the snippet, so it is refused for what it shows.
    for error in errors { #expect(expected[error.line] != nil, "\(error)") }
  }

  /// The texts between the braces of `// expected-error {{...}}`, by line.
  private func expectations(in file: URL) throws -> [Int: String] {
    var found: [Int: String] = [:]
    let lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard let start = line.range(of: "// expected-error {{"),
        let end = line.range(of: "}}", options: .backwards)
      else { continue }
      found[index + 1] = String(line[start.upperBound..<end.lowerBound])
    }
    return found
  }

  @Test(
    arguments: [
      "use after a write": "BytesUsedAfterAWrite",
      "bytes leave a read": "BytesLeaveTheReadByReturn",
      "a transaction kept": "ReadInAnOuterVariable", "a cursor kept": "CursorInAnOuterVariable",
      "in a class": "ReadInAClass", "in an array": "ReadInAnArray", "in a task": "WriteInATask",
      "a savepoint's parent used": "SavepointParentUsed",
      "a write during a cursor": "WriteDuringACursor",
    ])
  func `each named misuse has its snippet`(_ misuse: String, _ snippet: String) {
    #expect(Self.refused.contains(snippet), "\(misuse)")
  }
}
