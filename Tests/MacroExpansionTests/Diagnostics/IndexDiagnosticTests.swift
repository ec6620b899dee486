#if Macros
  import Testing

  @Suite("What cannot have an index is refused, with a way out")
  struct IndexDiagnosticTests {
    /// Checks a model with some members, which the fix-it makes into others.
    private func expectIndexProblem(
      _ message: String, at position: (line: Int, column: Int), in members: String,
      fixIt: String? = nil, makes fixed: String? = nil, declaring type: String = "struct Note",
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      func source(_ members: String) -> String {
        "@Model\n\(type) {\n  @Key var id: Int\n\(members)\n}"
      }
      expectProblem(
        message, at: position, in: source(members), fixIt: fixIt, makes: fixed.map(source),
        line: UInt(sourceLocation.line), column: UInt(sourceLocation.column))
    }

    @Test(arguments: ["Index", "Unique"]) func `an ignored property is refused`(name: String) {
      expectIndexProblem(
        "'a' is not archived, so it cannot have an index", at: (4, 12),
        in: "  @Ignored @\(name) var a = 0", fixIt: "remove @\(name)",
        makes: "  @Ignored var a = 0")
    }

    @Test(arguments: ["@Reference var", "weak var"])
    func `an index of a reference to an object is refused`(specifier: String) {
      let others = " next: Note?\n  init() { id = 0 }"
      expectIndexProblem(
        "'next' is a reference to an object, which has no order for an index", at: (4, 3),
        in: "  @Index \(specifier)\(others)", fixIt: "remove @Index",
        makes: "  \(specifier)\(others)", declaring: "final class Note")
    }

    @Test(arguments: ["static var x = 1", "var x: Int { 1 }", "lazy var x: Int = 1", "func x() {}"])
    func `a property that is not stored is refused`(member: String) {
      expectIndexProblem(
        "@Index is for stored properties", at: (4, 3), in: "  @Index \(member)",
        fixIt: "remove @Index", makes: "  \(member)")
    }

    @Test func `an index of a constant with a value of its own is refused`() {
      expectIndexProblem(
        "'a' is a constant with an initial value, so it cannot be archived", at: (4, 10),
        in: "  @Index let a = 1", fixIt: "change 'let' to 'var'", makes: "  @Index var a = 1")
    }

    // The text was neither stored nor searched, and the compiler said nothing.
    @Test func `a searchable constant with a value of its own is refused`() {
      expectIndexProblem(
        "'a' is a constant with an initial value, so it cannot be archived", at: (4, 15),
        in: "  @Searchable let a = \"b\"", fixIt: "change 'let' to 'var'",
        makes: "  @Searchable var a = \"b\"")
    }

    @Test func `options are written in the attribute itself`() {
      expectIndexProblem(
        "an index option must be written here: .descending, .folded, .each, or .includingNil",
        at: (4, 10), in: "  @Index(all) var a: Int")
    }

    @Test func `the same index twice is refused, whether or not it is unique`() {
      expectIndexProblem(
        "'a' already has this index", at: (4, 17),
        in: "  @Index(.each) @Unique(.each) @Index var a: [Int]", fixIt: "remove @Unique",
        makes: "  @Index(.each) @Index var a: [Int]")
    }

    @Test(arguments: ["@Archivable\n", ""])
    func `outside of a model it says nothing`(attribute: String) {
      let line = attribute.isEmpty ? 2 : 3
      func source(_ member: String) -> String { "\(attribute)struct Note {\n  \(member)\n}" }
      expectProblem(
        "@Index says something only inside a type with @Model", at: (line, 3),
        in: source("@Index var a: Int"), fixIt: "remove @Index", makes: source("var a: Int"),
        isWarning: true)
    }
  }
#endif
