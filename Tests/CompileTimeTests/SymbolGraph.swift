import Foundation
import LodeTestSupport

/// The public declarations of a module with their documentation, as the compiler writes them for
/// documentation tools.
///
/// The format is that of [SymbolKit](https://github.com/swiftlang/swift-docc-symbolkit).
struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Fragment: Decodable {
      let kind: String
      let spelling: String
    }
    struct Line: Decodable { let text: String }
    struct Comment: Decodable { let lines: [Line] }
    struct Kind: Decodable { let identifier: String }

    let kind: Kind
    /// The names of the types around the symbol, and its own.
    let pathComponents: [String]
    let declarationFragments: [Fragment]?
    let docComment: Comment?
  }

  let symbols: [Symbol]

  /// Extracts the declarations of a module, and of its extensions of other modules' types.
  static func symbols(of module: String) throws -> [Symbol] {
    let directory = try TemporaryDirectory()
    let run = try Run(
      Compiler.tool("swift-symbolgraph-extract"),
      [
        "-module-name", module, "-minimum-access-level", "public", "-output-dir", directory.path,
        "-skip-synthesized-members",
      ] + Compiler.moduleFlags)
    guard run.status == 0 else { throw Failure(text: run.errors) }
    return try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
      .flatMap { name in
        let file = URL(fileURLWithPath: directory.file(name))
        return try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file)).symbols
      }
  }

  struct Failure: Error { let text: String }
}

extension SymbolGraph.Symbol {
  /// The type that the symbol belongs to, or the symbol itself.
  var owner: String { pathComponents[0] }
  var name: String { pathComponents.joined(separator: ".") }
  var declaration: String { (declarationFragments ?? []).map(\.spelling).joined() }
  var documentation: String { (docComment?.lines ?? []).map(\.text).joined(separator: "\n") }

  private func hasKeyword(_ word: String) -> Bool {
    declarationFragments?.contains { $0.kind == "keyword" && $0.spelling == word } ?? false
  }

  /// Whether the declaration itself throws, not only a closure among its parameters.
  var throwsErrors: Bool {
    let text = declaration
    guard let parameters = text.lastIndex(of: ")") else { return text.contains("throws") }
    if text.hasSuffix("}") { return text.contains("throws") }
    let result = text[parameters...]
    if result.contains("throws") { return true }
    // `throws(StoreError)` ends with a parenthesis of its own.
    return text.contains(#/\) (async )?throws(\(\w+\))?( ->.*)?( where.*)?$/#)
  }

  var isAsynchronous: Bool { hasKeyword("async") && declaration.contains(") async throws") }
}
