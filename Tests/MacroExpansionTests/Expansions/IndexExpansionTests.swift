#if Macros
  import Foundation
  import Testing

  @Suite("Indexes: @Index, @Unique and what stands behind @Model")
  struct IndexExpansionTests {
    /// What a model with some members and arguments has as its list of indexes; empty when it has
    /// none.
    private func list(_ members: String, arguments: String = "") -> String {
      let expanded = expansion(
        of: "@Model\(arguments)\nstruct Note {\n@Key var id: Int\n\(members)\n}")
      guard let start = expanded.range(of: "  static let indexes")?.lowerBound else { return "" }
      let end = expanded[start...].range(of: "\n\n")?.lowerBound ?? expanded.endIndex
      return String(expanded[start..<end])
    }

    @Test
    func `the list has them in the order of the properties, and behind them those of the type`() {
      let members = """
        @Unique(.folded) @Index(.descending) var title: String
        @Stored("town") @Index(.includingNil) var city: String?
        """
      #expect(
        list(members, arguments: "(\"note\", indexes: [IndexDefinition(\"town\", \"-id\")])")
          == """
            static let indexes: [Lode.IndexDefinition] = [
              Lode.IndexDefinition(.folded("title")).unique(),
              Lode.IndexDefinition(.descending("title")),
              Lode.IndexDefinition("town").includingNil(),
            ] + [IndexDefinition("town", "-id")]
          """)
    }

    @Test
    func `a model without indexes has no list; one with those of the type alone has just these`() {
      #expect(list("var a: Int") == "")
      #expect(
        list("var a: Int", arguments: "(indexes: more)")
          == "  static let indexes: [Lode.IndexDefinition] = more")
    }

    @Test func `options go together, and each property of one declaration has its index`() {
      #expect(
        list("@Unique(.each, .folded, .descending, .includingNil) var a: [String]").contains(
          "Lode.IndexDefinition(.descending(.folded(.each(\"a\")))).unique().includingNil(),"))
      #expect(
        list("@Index var a, b: Int").contains(
          "Lode.IndexDefinition(\"a\"),\n    Lode.IndexDefinition(\"b\"),"))
      #expect(list("@Index(IndexOption.each) var `in`: [Int]").contains("(.each(\"in\"))"))
    }

    @Test(arguments: ["\"a.b\"", "\"-a\"", "Names.town", "\"größe\"", "\"\""])
    func `names that would be read as signs and paths are kept as names`(name: String) {
      #expect(
        list("@Stored(\(name)) @Index var a: Int").contains(
          "Lode.IndexDefinition(.init(Lode.MacroExpansion.ArchivePath([\(name)]))),"))
    }

    @Test func `a class has its list in itself`() {
      let expanded = expansion(
        of: """
          @Model final class Note {
            @Key let id: Int
            @Index var a = 1
            init(id: Int) { self.id = id }
          }
          """)
      #expect(expanded.contains("  static let indexes: [Lode.IndexDefinition] = ["))
    }
  }
#endif
