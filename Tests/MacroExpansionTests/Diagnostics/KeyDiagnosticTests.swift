#if Macros
  import Testing

  @Suite("What cannot be a key is refused, with a way out")
  struct KeyDiagnosticTests {
    /// Checks a model with some members, which the fix-it makes into others.
    private func expectKeyProblem(
      _ message: String, at position: (line: Int, column: Int), in members: String,
      fixIt: String? = nil, makes fixed: String? = nil, declaring type: String = "struct Note",
      isWarning: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      func source(_ members: String) -> String { "@Model\n\(type) {\n\(members)\n}" }
      expectProblem(
        message, at: position, in: source(members), fixIt: fixIt, makes: fixed.map(source),
        isWarning: isWarning, line: UInt(sourceLocation.line),
        column: UInt(sourceLocation.column))
    }

    @Test(arguments: [
      ("var a: Int; let id: UUID", "id", "var a: Int; @Key let id: UUID"),
      ("let kind = 1; var a: Int?; public var b: Int", "b", nil),
      ("static var s = 1; var c: Int { 1 }; lazy var l: Int = 1; var b = \"\"", "b", nil),
      ("@Ignored var i = 1; @Stored(\"x\") var b: Int", "b", nil),
    ])
    func `a model without a key is refused, and 'id' or the first that can be one is proposed`(
      members: String, name: String, fixed: String?
    ) {
      let start = ["public", "@Stored", "var b"].first(where: members.contains) ?? ""
      expectKeyProblem(
        "a model needs a key: add @Key to one or more properties", at: (1, 1), in: members,
        fixIt: "add @Key to '\(name)'",
        makes: fixed ?? members.replacing(start, with: "@Key " + start))
    }

    @Test func `nothing is proposed where nothing can be a key`() {
      expectKeyProblem(
        "a model needs a key: add @Key to one or more properties", at: (1, 1), in: "  var a: Int?")
    }

    @Test(arguments: [("Int?", "Int"), ("Optional<[Int]>", "[Int]"), ("String!", "String")])
    func `an optional key is refused`(type: String, fixed: String) {
      expectKeyProblem(
        "a key cannot be optional", at: (3, 16),
        in: "  @Key var id: \(type)", fixIt: "make it not optional",
        makes: "  @Key var id: \(fixed)")
    }

    @Test func `an ignored key is refused`() {
      expectKeyProblem(
        "a key must be archived, so it cannot have @Ignored", at: (3, 8),
        in: "  @Key @Ignored var id = 0",
        fixIt: "remove @Ignored", makes: "  @Key var id = 0")
    }

    @Test(arguments: ["@Reference var", "weak var"])
    func `a key that is a reference to an object is refused`(specifier: String) {
      let others = " next: Note?\n  init() {}"
      expectKeyProblem(
        "a reference to an object cannot be a key", at: (3, 3),
        in: "  @Key \(specifier)\(others)", fixIt: "remove @Key", makes: "  \(specifier)\(others)",
        declaring: "final class Note")
    }

    @Test(arguments: ["static var x = 1", "var x: Int { 1 }", "lazy var x: Int = 1", "func x() {}"])
    func `a key is a stored property`(member: String) {
      expectKeyProblem(
        "@Key is for stored properties", at: (4, 3), in: "  @Key var id: Int\n  @Key \(member)",
        fixIt: "remove @Key", makes: "  @Key var id: Int\n  \(member)")
    }

    @Test func `a key that is a constant with a value of its own is refused`() {
      expectKeyProblem(
        "'id' is a constant with an initial value, so it cannot be archived", at: (3, 8),
        in: "  @Key let id = 1", fixIt: "change 'let' to 'var'", makes: "  @Key var id = 1")
    }

    @Test func `outside of a model @Key says nothing`() {
      expectProblem(
        "@Key says something only inside a type with @Model", at: (3, 3),
        in: """
          @Archivable
          struct Note {
            @Key var id: Int
          }
          """,
        fixIt: "remove @Key",
        makes: """
          @Archivable
          struct Note {
            var id: Int
          }
          """,
        isWarning: true)
    }

    @Test(arguments: [
      (": UUID", "UUID"), (": Foundation.Date", "Foundation.Date"), (": [Int]", "[Int]"),
      (": [Int: Int]", "[Int: Int]"), (" = \"\"", "String"), (" = 1.5", "Double"),
    ])
    func `a sequence gives integers only`(type: String, name: String) {
      expectKeyProblem(
        "a sequence key must be an integer, not '\(name)'", at: (3, type.hasPrefix(":") ? 27 : 28),
        in: "  @Key(.sequence) var id\(type)", fixIt: "remove the arguments",
        makes: "  @Key var id\(type)")
    }

    @Test func `the store sets the number, so it is no constant`() {
      expectKeyProblem(
        "the store sets a sequence key, so the key must be a var", at: (3, 19),
        in: "  @Key(.sequence) let id: Int", fixIt: "change 'let' to 'var'",
        makes: "  @Key(.sequence) var id: Int")
    }

    @Test func `a sequence is the whole key`() {
      expectKeyProblem(
        "a sequence key is the whole key, so no other property can have @Key", at: (4, 8),
        in: "  @Key var a: Int\n  @Key(.sequence) var id: Int", fixIt: "remove the arguments",
        makes: "  @Key var a: Int\n  @Key var id: Int")
    }

    @Test func `an integer of any name is taken, and .given says nothing new`() {
      for member in ["@Key(.sequence) var id: Serial", "@Key(.given) let id: Serial"] {
        expectNoProblem(in: "@Model\nstruct Note {\n  \(member)\n}")
      }
    }
  }
#endif
