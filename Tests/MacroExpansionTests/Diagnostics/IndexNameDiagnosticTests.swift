#if Macros
  import Testing

  @Suite("Names in declared indexes are those of properties")
  struct IndexNameDiagnosticTests {
    private func source(_ arguments: String, _ members: String = "") -> String {
      """
      @Model(\(arguments))
      struct Note {
        @Key var id: Int
        var name = ""
        @Stored("mail") var email: String?
        var tags: [String] = []
        @Ignored var isOpen = false\(members)
      }
      """
    }

    /// `IndexDefinition("emial").unique()` was accepted, and two rows could have the same address.
    @Test(
      arguments: [
        ("IndexDefinition(", "nmae", ").unique()", "name"),
        ("IndexDefinition(\"id\", ", "-nmae", ")", "name"),
        ("IndexDefinition(.descending(", "~name2", "))", "name"),
        ("IndexDefinition(", "tag[]", ")", "tags"),
        ("IndexDefinition(\"id\").carrying(", "emial", ")", "email"),
        ("IndexDefinition(parts: [", "mial", "])", "mail"),
        ("IndexDefinition(search: [", "nam", "])", "name"),
        ("IndexDefinition(search: [\"name\", SearchField(", "tgas.x", ", weight: 2)])", "tags"),
        ("IndexDefinition(.init(ArchivePath([", "emali", "])))", "email"),
      ])
    func `an unknown name in the arguments is refused, with the nearest one`(
      _ before: String, _ name: String, _ after: String, _ nearest: String
    ) {
      let bare = name.filter { !"-~[]".contains($0) }.prefix { $0 != "." }
      let fixed = name.replacing(bare, with: nearest)
      expectProblem(
        "no property \"\(bare)\" in 'Note'; did you mean \"\(nearest)\"?",
        at: (1, "@Model(indexes: [".count + before.count + 1),
        in: source("indexes: [\(before)\"\(name)\"\(after)]"), fixIt: "use \"\(nearest)\"",
        makes: source("indexes: [\(before)\"\(fixed)\"\(after)]"))
    }

    @Test func `a name in search is checked too`() {
      expectProblem(
        "no property \"titel\" in 'Note'; it has \"id\", \"mail\", \"name\", \"tags\"", at: (1, 17),
        in: source("search: [\"titel\"]"))
    }

    @Test func `a property that is not archived has no index`() {
      expectProblem(
        "no property \"isOpen\" in 'Note'; it has \"id\", \"mail\", \"name\", \"tags\"",
        at: (1, 34),
        in: source("indexes: [IndexDefinition(\"isOpen\")]"))
    }

    @Test func `a name in a static list of the type is checked too`() {
      let list = "\n  static let others = [IndexDefinition(\"di\")]"
      expectProblem(
        "no property \"di\" in 'Note'; did you mean \"id\"?", at: (8, 40),
        in: source("indexes: others", list), fixIt: "use \"id\"",
        makes: source("indexes: others", list.replacing("di\"", with: "id\"")))
    }

    @Test(
      arguments: [
        "\"name\", \"-mail\", \"tags[]\"", "\"$created\"", "\"`odd.name`\"",
        "\"name.first.second\"",
        ".computed(\"domain\", version: 1) { (note: Note) in note.name }", ".domain",
        "\"\\(name)\"",
      ])
    func `known names, times and what only the running program knows are accepted`(parts: String) {
      expectNoProblem(in: source("indexes: [IndexDefinition(\(parts), name: \"any\")]"))
    }

    @Test func `conditions and other calls in an index are no names of fields`() {
      expectNoProblem(
        in: source(
          "indexes: [IndexDefinition(\"name\").only(where: try! Condition(parsing: \"a = 1\"))]"))
    }

    @Test func `types that keep fields of extensions, or have names of constants, are not checked`()
    {
      expectNoProblem(
        in: source(
          "indexes: [IndexDefinition(\"other\")]", "\n  var others = ArchiveExtensions()"))
      expectNoProblem(
        in: source("indexes: [IndexDefinition(\"other\")]", "\n  @Stored(constant) var a: Int"))
    }

    @Test func `the name of a property stands for the one in archives`() {
      let expanded = expansion(
        of: source(
          "indexes: [IndexDefinition(\"-email\", \"name\")], search: [\"email\", \"tags\"]"))
      #expect(expanded.contains("[IndexDefinition(\"-mail\", \"name\")]"))
      #expect(expanded.contains("Lode.IndexDefinition(search: [\"mail\", \"tags\"])"))
    }

    /// A search index of numbers finds nothing, whatever is asked.
    @Test(
      arguments: [
        "Int", "Int?", "[Double]", "Set<UUID>", "[String: String]", "Foundation.Date",
        "Optional<Bool>", "Blob",
      ])
    func `a property without words cannot be searched`(type: String) {
      func model(_ marker: String) -> String {
        "@Model\nstruct Note {\n  @Key var id: Int\n  \(marker)var a: \(type)\n}"
      }
      expectProblem(
        "'a' is of type '\(type)', but @Searchable needs a String, an optional String, or an array "
          + "or a set of strings", at: (4, 22), in: model("@Searchable "),
        fixIt: "remove @Searchable", makes: model(""))
    }

    @Test func `a property without a type is judged by its value`() {
      expectProblem(
        "'a' is of type 'Int', but @Searchable needs a String, an optional String, or an array "
          + "or a set of strings", at: (4, 23),
        in: "@Model\nstruct Note {\n  @Key var id: Int\n  @Searchable var a = 1\n}",
        fixIt: "remove @Searchable",
        makes: "@Model\nstruct Note {\n  @Key var id: Int\n  var a = 1\n}")
    }

    @Test(
      arguments: [
        "a: String", "a: String?", "a: [String]", "a: Set<Substring>?", "a: Name", "a: URL",
        "a = \"\"",
      ])
    func `texts, and types that may be texts, are searched`(property: String) {
      expectNoProblem(
        in: "@Model\nstruct Note {\n  @Key var id: Int\n  @Searchable var \(property)\n}")
    }

    @Test func `what transforms a value says what is searched`() {
      expectNoProblem(
        in:
          "@Model\nstruct Note {\n  @Key var id: Int\n  @Searchable @Transformed(by: Words.self) var a: Int\n}"
      )
    }
  }
#endif
