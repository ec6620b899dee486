#if Macros
  import Foundation
  import LodeTestTags
  import Testing

  @Suite("One mistake in a model is one error", .tags(.process))
  struct MacroErrorTests {
    /// A wrong argument made the macro write nothing, and every use of the type was an error too.
    @Test func `the compiler complains of each mistake once, and of no use of the type`() throws {
      let file = Compiler.snippets.appendingPathComponent("Macros/WrongArguments.swift")
      let expected = try mistakes(in: file)
      #expect(expected.count >= 10)
      let errors = try Compiler.diagnostics(of: file).filter(\.isError)
      for (line, text) in expected {
        let found = errors.filter { $0.line == line }
        #expect(found.count == 1 && found[0].text.contains(text), "line \(line): \(found)")
      }
      #expect(errors.count == expected.count, "\(errors)")
    }

    /// The texts between the braces of `// expected-error {{...}}`, by line.
    private func mistakes(in file: URL) throws -> [Int: String] {
      let lines = try String(contentsOf: file, encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
      var mistakes: [Int: String] = [:]
      for (index, line) in lines.enumerated() {
        guard let match = line.firstMatch(of: #/expected-error \{\{(.*)\}\}/#) else { continue }
        mistakes[index + 1] = String(match.1)
      }
      return mistakes
    }
  }
#endif
