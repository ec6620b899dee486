import Foundation
import LodeTestSupport
import Testing

/// The tables of `Docs/Architecture.md` against the folders of the repository.
@Suite("The tables of the architecture")
struct ArchitectureTests {
  private static let root = Compiler.sources.deletingLastPathComponent()

  /// The rows of the tables whose header begins with a text, as the names in code spans of each
  /// column.
  ///
  /// - Parameter section: The title of the section with the tables; `nil` for all sections.
  private func rows(
    under header: String, in section: String? = nil
  ) throws -> [[[String]]] {
    let file = Self.root.appendingPathComponent("Docs/Architecture.md")
    var (rows, isInside, current): ([[[String]]], Bool, String?) = ([], false, nil)
    for line in try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("## ") { current = String(line.dropFirst(3)) }
      if section != nil, section != current { continue }
      if line.hasPrefix("| \(header) |") {
        isInside = true
      } else if !line.hasPrefix("|") {
        isInside = false
      } else if isInside, !line.hasPrefix("|-") {
        rows.append(line.split(separator: "|").map(Self.names))
      }
    }
    #expect(!rows.isEmpty, "no table of \(header)")
    return rows
  }

  /// The names in the code spans of a text, without a slash at the end.
  private static func names(in text: Substring) -> [String] {
    text.matches(of: #/`([^`]+?)/?`/#).map { String($0.1) }
  }

  /// The folders in a folder of the repository, without documentation catalogs.
  private func folders(in path: String) throws -> Set<String> {
    let folder = Self.root.appendingPathComponent(path)
    let items = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: [.isDirectoryKey])
    let folders = try items.filter { item in
      try item.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true
        && item.pathExtension != "docc"
    }
    return Set(folders.map(\.lastPathComponent))
  }

  @Test func `the table of modules has every folder of every module`() throws {
    var listed: Set<String> = []
    for row in try rows(under: "module") {
      let (modules, named) = (row[0], Set(row[1]))
      if modules == ["Tests"] {
        #expect(try named.subtracting(folders(in: "Tests")).isEmpty)
        continue
      }
      let own = modules.filter { $0 != "Benchmarks" }
      listed.formUnion(own)
      let found = try Set(own.flatMap { try folders(in: "Sources/\($0)") })
      #expect(named == found, "\(modules.joined(separator: ", "))")
    }
    #expect(try listed == folders(in: "Sources"))
  }

  @Test(arguments: [
    ("LodeStore", "layer", ""), ("LodeStore", "folder of `Features/`", "/Features"),
    ("LodeModels", "folder", ""), ("LodeModels", "folder of `Migrations/`", "/Migrations"),
  ])
  func `a table of folders has every folder`(
    _ module: String, _ header: String, _ path: String
  ) throws {
    let named = try rows(under: header, in: module).flatMap(\.[0])
    #expect(Set(named).count == named.count)
    #expect(try Set(named) == folders(in: "Sources/\(module)\(path)"))
  }

  @Test func `check-layers has the layers in the order of the table`() throws {
    let script = try String(
      contentsOf: Self.root.appendingPathComponent(".ci/check-layers"), encoding: .utf8)
    let list = try #require(script.firstMatch(of: #/"LodeStore": \[([^\]]*)\]/#)?.1)
    let layers = list.matches(of: #/"(\w+)"/#).map { String($0.1) }
    #expect(try layers == rows(under: "layer", in: "LodeStore").flatMap(\.[0]))
    let modules = try rows(under: "module").first { $0[0] == ["LodeStore"] }
    #expect(layers == modules?[1])
  }

  @Test func `the folders with unsafe code exist, and check-layout names them`() throws {
    let script = try String(
      contentsOf: Self.root.appendingPathComponent(".ci/check-layout"), encoding: .utf8)
    for row in try rows(under: "folder", in: nil) where row[0].first?.contains("/") == true {
      let folder = try #require(row[0].first)
      let path = Compiler.sources.appendingPathComponent(folder).path
      #expect(FileManager.default.fileExists(atPath: path), "\(folder)")
      #expect(script.contains(folder), "\(folder)")
    }
  }

  @Test func `every file that the walks name exists`() throws {
    let page = try String(
      contentsOf: Self.root.appendingPathComponent("Docs/Architecture.md"), encoding: .utf8)
    var count = 0
    for name in page.matches(of: #/`([\w+]+(?:/[\w+]+)+\.swift)`/#).map(\.1) {
      count += 1
      let candidates = ["", "LodeLMDB/", "LodeStore/", "LodeModels/"].map {
        Compiler.sources.appendingPathComponent($0 + name).path
      }
      #expect(candidates.contains { FileManager.default.fileExists(atPath: $0) }, "\(name)")
    }
    #expect(count >= 5)
  }
}
