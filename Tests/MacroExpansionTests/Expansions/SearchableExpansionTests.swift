#if Macros
  import Foundation
  import Testing

  @Suite("What is searched: @Searchable, and what stands behind @Model")
  struct SearchableExpansionTests {
    /// The list of indexes that a model with some members and arguments has.
    private func list(_ members: String, arguments: String = "") -> String {
      let expanded = expansion(
        of: "@Model\(arguments)\nstruct Note {\n@Key var id: Int\n\(members)\n}")
      guard let start = expanded.range(of: "  static let indexes")?.lowerBound else { return "" }
      let end = expanded[start...].range(of: "\n\n")?.lowerBound ?? expanded.endIndex
      return String(expanded[start..<end])
    }

    @Test
    func `all searched properties are one index behind the others, with what was said of each`() {
      let members = """
        @Searchable(weight: 4, tokenizer: .porter) var title: String
        @Index var folder = ""
        @Stored("text") @Searchable var body: String?
        """
      #expect(
        list(members) == """
            static let indexes: [Lode.IndexDefinition] = [
              Lode.IndexDefinition("folder"),
              Lode.IndexDefinition(search: [Lode.SearchField("title", weight: 4, tokenizer: .porter), Lode.SearchField("text")]),
            ]
          """)
    }

    @Test func `what stands behind the model is searched too, alone or with the properties`() {
      #expect(
        list("var a = \"\"", arguments: "(search: [\"a\"])").contains(
          "Lode.IndexDefinition(search: [\"a\"]),"))
      #expect(
        list("@Searchable var a = \"\"", arguments: "(search: more)").contains(
          "Lode.IndexDefinition(search: [Lode.SearchField(\"a\")] + more),"))
      #expect(list("var a = 1") == "")
    }

    @Test func `each property of one declaration is searched, odd names are kept as names`() {
      #expect(
        list("@Searchable var a, b: String").contains(
          "[Lode.SearchField(\"a\"), Lode.SearchField(\"b\")]"))
      #expect(
        list("@Stored(\"a.b\") @Searchable var a: String").contains(
          "Lode.SearchField(Lode.MacroExpansion.ArchivePath([\"a.b\"]))"))
    }

    @Test func `what is not archived, and a reference, cannot be searched`() {
      expectProblem(
        "'a' is not archived, so it cannot be searched", at: (4, 12),
        in: "@Model\nstruct Note {\n  @Key var id: Int\n  @Ignored @Searchable var a = \"\"\n}",
        fixIt: "remove @Searchable",
        makes: "@Model\nstruct Note {\n  @Key var id: Int\n  @Ignored var a = \"\"\n}")
      expectProblem(
        "@Searchable is for stored properties", at: (4, 3),
        in: "@Model\nstruct Note {\n  @Key var id: Int\n  @Searchable func x() {}\n}",
        fixIt: "remove @Searchable",
        makes: "@Model\nstruct Note {\n  @Key var id: Int\n  func x() {}\n}")
    }
  }
#endif
