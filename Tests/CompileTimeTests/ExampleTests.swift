import Foundation
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Correct clients compile")
struct ExampleTests {
  @Test(
    .tags(.slow, .process),
    arguments: Compiler.files(in: Compiler.snippets.appendingPathComponent("Accepted")))
  func `everyday use compiles without a warning`(_ file: URL) throws {
    #expect(try Compiler.diagnostics(of: file).isEmpty)
  }

  /// Modules, what their examples speak of, and how many there are at least.
  private static let libraries: [(String, String, Int)] = {
    let libraries = [
      ("LodeLMDB", "_ environment: Environment, _ path: String", 15),
      ("LodeCoding", "_ key: Key, _ bytes: Span<UInt8>", 10),
      ("LodeStore", "_ store: Store", 10),
    ]
    #if Macros
      return libraries + [
        (
          "LodeModels",
          """
          _ store: Store, _ person: Person, _ contact: Contact, _ plan: MigrationPlan, _ old: ArchiveSchema, \
          _ record: inout MigrationRecord
          """, 15
        ),
        (
          "LodeTesting",
          "_ fixture: MigrationFixture, _ migrated: MigratedStore, _ plan: MigrationPlan", 4
        ),
        ("LodeCommand", "_ plan: MigrationPlan", 2),
      ]
    #else
      return libraries
    #endif
  }()

  @Test(.tags(.slow, .process), arguments: libraries)
  func `every example in the documentation of the library compiles`(
    _ module: String, _ parameters: String, _ atLeast: Int
  ) throws {
    let directory = try TemporaryDirectory()
    var folders = [Compiler.sources.appendingPathComponent(module)]
    // The attributes of models.
    if module == "LodeModels" { folders.append(Compiler.sources.appendingPathComponent("Lode")) }
    let examples = try folders.flatMap(Compiler.files(in:)).flatMap(Self.examples(in:))
    #expect(examples.count >= atLeast)
    var source = "import Foundation\nimport LodeCoding\nimport \(module)\n"
    #if Macros
      if module != "LodeLMDB" { source += "import Lode\n" }
    #endif
    if ["LodeTesting", "LodeCommand", "LodeModels"].contains(module) {
      source += try Self.models()
    }
    for (index, example) in examples.enumerated() {
      // Types with macros cannot stand in a function.
      let (types, statements) = Self.parts(of: example.text)
      if types.hasPrefix(" extension") {
        source += "\n" + types + "\n"
        continue
      }
      source += """

        // \(example.file)
        enum Example\(index) {
        \(types)
        static func run(\(parameters))\(statements.contains("await") ? " async" : "") throws {
        \(statements)
        }
        }

        """
    }
    let file = URL(fileURLWithPath: directory.file("Examples.swift"))
    try source.write(to: file, atomically: true, encoding: .utf8)
    let errors = try Compiler.diagnostics(of: file).filter(\.isError)
    #expect(errors.isEmpty, "\(source)")
  }

  @Test(.tags(.process))
  func `the code of the guide to documents compiles, all of it as one program`() throws {
    try compile(guide: "Documents.md", atLeast: 5)
  }

  @Test(.tags(.process))
  func `the code of the guide to conditions compiles, all of it as one program`() throws {
    try compile(guide: "Conditions.md", atLeast: 3)
  }

  @Test func `the guide to opening has every option`() throws {
    let file = Compiler.sources.appendingPathComponent("LodeStore/Definitions/StoreOptions.swift")
    let options = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .compactMap { line in
        line.hasPrefix("  public var ") ? line.dropFirst(13).prefix { $0 != ":" } : nil
      }
    #expect(options.count >= 14)
    let guide = try text(ofGuide: "Opening.md")
    for option in options { #expect(guide.contains("| `\(option)` |"), "\(option)") }
  }

  @Test func `the guide to searches has the tokenizer of a property`() throws {
    #expect(try text(ofGuide: "Search.md").contains("@Searchable(tokenizer: .cjk)"))
  }

  private func text(ofGuide name: String) throws -> String {
    try String(contentsOf: Compiler.guides.appendingPathComponent(name), encoding: .utf8)
  }

  private func compile(guide: String, atLeast: Int) throws {
    let directory = try TemporaryDirectory()
    let blocks = try text(ofGuide: guide).split(separator: "```swift\n")
      .dropFirst().compactMap { $0.split(separator: "```").first }
    #expect(blocks.count >= atLeast)
    let file = URL(fileURLWithPath: directory.file("main.swift"))
    try blocks.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    let errors = try Compiler.diagnostics(of: file, isProgram: true).filter(\.isError)
    #expect(errors.isEmpty)
  }

  #if Macros
    @Test(
      .tags(.slow, .process),
      arguments: [
        ("Archives.md", 7), ("Models.md", 8), ("Indexes.md", 7), ("Queries.md", 7),
        ("Search.md", 7), ("Migrations.md", 6), ("Migration-Recipes.md", 13), ("Staging.md", 4),
        ("Opening.md", 7), ("Changes.md", 5), ("Live.md", 10), ("Compression.md", 3),
        ("../../README.md", 1),
      ])
    func `the code of a guide with macros compiles, all of it as one program`(
      _ name: String, _ atLeast: Int
    ) throws {
      try compile(guide: name, atLeast: atLeast)
    }

    // A newcomer copies the first program of a module's documentation: it must compile.
    @Test(
      .tags(.slow, .process),
      arguments: [
        "Lode", "LodeCoding", "LodeCommand", "LodeLMDB", "LodeModels", "LodeSearch", "LodeStore",
        "LodeTesting", "LodeText",
      ])
    func `the program on the front page of a module's documentation compiles`(
      _ module: String
    ) throws {
      try compile(guide: "../../Sources/\(module)/\(module).docc/\(module).md", atLeast: 1)
    }
  #endif

  /// The models that the examples of Lode speak of.
  private static func models() throws -> String {
    let file = Compiler.snippets.appendingPathComponent("Models.swift")
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// The types that an example with macros declares, or extends, and what it does with them.
  private static func parts(of example: String) -> (types: String, statements: String) {
    if example.hasPrefix(" extension") { return (example, "") }
    guard example.contains("@Archivable") || example.contains("@Model") else {
      return ("", example)
    }
    #if Macros
      let lines = example.split(separator: "\n", omittingEmptySubsequences: false)
      let end = lines.firstIndex { line in
        [" let ", " var ", " try "].contains { line.hasPrefix($0) }
      }
      let types = lines.prefix(end ?? lines.count)
      return (
        types.joined(separator: "\n"), lines.dropFirst(types.count).joined(separator: "\n")
      )
    #else
      return ("", "")
    #endif
  }

  /// The blocks of code in a file's documentation comments.
  private static func examples(in file: URL) throws -> [(file: String, text: String)] {
    var found: [(file: String, text: String)] = []
    var lines: [Substring]?
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let text = line.drop { $0 == " " }
      if text.hasPrefix("/// ```") {
        if let example = lines {
          found.append((file.lastPathComponent, example.joined(separator: "\n")))
        }
        lines = lines == nil && text.hasPrefix("/// ```swift") ? [] : nil
      } else {
        lines?.append(text.dropFirst(3))
      }
    }
    return found
  }
}
