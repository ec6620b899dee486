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
        "'Note' is a model, so it has to be final", at: (2, head.count + 2),
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
        "@Model gives 'Note' an initializer, so its implicit 'init()' is gone", at: (2, 13),
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
        "@Model makes the type archivable, so @Archivable must not", at: (2, 1),
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
        "'Note' is generic, and all types of it would have one collection", at: (2, 8),
        in: """
          @Model
          struct Note<T: ArchivableValue> {
            @Key var id: Int
            var content: T
          }
          """)
      expectProblem(
        "'Note' is generic, and all types of it would have one collection", at: (3, 10),
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
      ("", "a collection has a name"),
      (
        String(repeating: "ä", count: 241),
        "a collection's name has up to 480 bytes; this one has 482"
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
        "the type conforms to TimestampedModel or not: true or false has to stand here",
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
        "a version is a number from 0 on", at: (1, 17),
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
