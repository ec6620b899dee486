#if Macros
  import Testing

  @Suite("Types that cannot be models are refused, with a way out")
  struct ModelDiagnosticTests {
    @Test(arguments: [("enum", "an enum"), ("actor", "an actor"), ("protocol", "a protocol")])
    func `enums, actors and protocols are refused`(keyword: String, kind: String) {
      expectProblem(
        "@Model is for structs and final classes, not for \(kind)", at: (1, 1),
        in: """
          @Model("x") \(keyword) Note {
          }
          """,
        fixIt: "remove @Model",
        makes: """
          \(keyword) Note {
          }
          """)
    }

    @Test(arguments: [
      ("class", "final class"), ("public class", "public final class"),
      ("open class", "public final class"),
    ])
    func `a class that may have subclasses is refused`(head: String, fixed: String) {
      let members = """
        {
          @Key var id: Int
          init(id: Int) { self.id = id }
        }
        """
      expectProblem(
        "'Note' is a model, so it must be final", at: (2, head.count + 2),
        in: "@Model\n\(head) Note \(members)", fixIt: "make it final",
        makes: "@Model\n\(fixed) Note \(members)")
    }

    @Test func `a class with an archivable superclass is refused`() {
      expectProblem(
        "'Note' is a model, so it cannot have an archivable superclass", at: (2, 19),
        in: """
          @Model
          final class Note: Paper {
            @Key var id: Int
            init(id: Int) { self.id = id }
          }
          """,
        lacking: ["Model", "SequencedModel", "TimestampedModel"])
    }

    @Test func `a class whose implicit initializer goes is told so`() {
      expectProblem(
        "@Model gives 'Note' an initializer, so it has no implicit 'init()'", at: (2, 13),
        in: """
          @Model
          final class Note {
            @Key var id = 0
          }
          """,
        fixIt: "add 'init() {}'",
        makes: """
          @Model
          final class Note {
            @Key var id = 0

            init() {}
          }
          """,
        isWarning: true)
    }

    @Test func `@Archivable says what @Model says already`() {
      expectProblem(
        "@Model already makes the type archivable; remove @Archivable", at: (2, 1),
        in: """
          @Model
          @Archivable(version: 2)
          struct Note {
            @Key var id: Int
          }
          """,
        fixIt: "remove @Archivable",
        makes: """
          @Model
          struct Note {
            @Key var id: Int
          }
          """)
    }

    @Test func `generic types, and types inside of them, are refused`() {
      expectProblem(
        "'Note' is generic, and all its types would share one collection", at: (2, 8),
        in: """
          @Model
          struct Note<T: ArchivableValue> {
            @Key var id: Int
            var content: T
          }
          """)
      expectProblem(
        "'Note' is generic, and all its types would share one collection", at: (3, 10),
        in: """
          struct Box<T> {
            @Model
            struct Note {
              @Key var id: Int
            }
          }
          """)
    }

    @Test(arguments: [
      ("", "a collection name must not be empty"),
      (
        String(repeating: "ä", count: 241),
        "a collection name has at most 480 bytes; this name has 482"
      ),
    ])
    func `a collection's name has 1 to 480 bytes`(name: String, message: String) {
      expectProblem(
        message, at: (1, 8),
        in: """
          @Model("\(name)", version: 2)
          struct Note {
            @Key var id: Int
          }
          """,
        fixIt: "remove the argument",
        makes: """
          @Model(version: 2)
          struct Note {
            @Key var id: Int
          }
          """)
    }

    @Test func `a name of 480 bytes, and one that is known elsewhere, are taken`() {
      for name in ["\"\(String(repeating: "a", count: 480))\"", "Names.note", "nil"] {
        expectNoProblem(in: "@Model(\(name))\nstruct Note {\n  @Key var id: Int\n}")
      }
    }

    @Test func `whether rows have times has to be written out`() {
      expectProblem(
        "'timestamps' must be the literal true or false",
        at: (1, 20),
        in: """
          @Model(timestamps: Options.times)
          struct Note {
            @Key var id: Int
          }
          """,
        fixIt: "use true",
        makes: """
          @Model(timestamps: true)
          struct Note {
            @Key var id: Int
          }
          """)
    }

    @Test func `what is wrong with @Archivable is wrong with @Model`() {
      expectProblem(
        "a version must be 0 or greater", at: (1, 17),
        in: """
          @Model(version: -1)
          struct Note {
            @Key var id: Int
          }
          """,
        fixIt: "use version 1",
        makes: """
          @Model(version: 1)
          struct Note {
            @Key var id: Int
          }
          """)
    }
  }
#endif
