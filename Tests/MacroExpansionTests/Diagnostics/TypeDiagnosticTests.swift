#if Macros
  import Testing

  @Suite("Types that cannot be archived are refused, with a way out")
  struct TypeDiagnosticTests {
    @Test func `an actor is refused`() {
      expectProblem(
        "@Archivable is for structs, classes and enums: an actor keeps its properties to itself",
        at: (1, 1),
        in: """
          @Archivable actor Account {
          }
          """,
        fixIt: "remove @Archivable",
        makes: """
          actor Account {
          }
          """)
    }

    @Test func `a protocol is refused`() {
      expectProblem(
        "@Archivable is for structs, classes and enums: a protocol has no properties of its own",
        at: (1, 1),
        in: """
          @Archivable(version: 2) protocol Account {
          }
          """,
        fixIt: "remove @Archivable",
        makes: """
          protocol Account {
          }
          """)
    }

    @Test func `a generic parameter that is archived needs the constraint`() {
      expectProblem(
        "'T' is archived, so it must conform to ArchivableValue", at: (2, 12),
        in: """
          @Archivable
          struct Box<T> {
            var content: [T]
          }
          """,
        fixIt: "add the constraint",
        makes: """
          @Archivable
          struct Box<T: ArchivableValue> {
            var content: [T]
          }
          """)
    }

    @Test func `protocols that do not help are kept beside the constraint`() {
      expectProblem(
        "'T' is archived, so it must conform to ArchivableValue", at: (2, 18),
        in: """
          @Archivable
          enum Tree<Empty, T: Hashable> {
            case leaf(T)
          }
          """,
        fixIt: "add the constraint",
        makes: """
          @Archivable
          enum Tree<Empty, T: Hashable & ArchivableValue> {
            case leaf(T)
          }
          """)
    }

    @Test
    func
      `a parameter that is not archived, or that a protocol of the program constrains, is left alone`()
    {
      expectNoProblem(
        in: """
          @Archivable
          struct Box<Phantom, A: MyValue, B: Codable, C> where C: Archivable {
            var a: A
            var b: [B]
            var c: C
            @Ignored var phantom: Phantom?
          }
          """)
    }

    @Test func `a parameter pack is refused`() {
      expectProblem(
        "a type with a parameter pack cannot be archived", at: (2, 12),
        in: """
          @Archivable
          struct Box<each T> {
          }
          """)
    }

    @Test func `an enum without cases is refused`() {
      expectProblem(
        "an enum without cases has no values to archive", at: (2, 6),
        in: """
          @Archivable
          enum Never {
          }
          """,
        fixIt: "remove @Archivable",
        makes: """

          enum Never {
          }
          """)
    }

    @Test func `an enum with raw values has no name or version`() {
      expectProblem(
        "'Colour' is archived as its raw value, which has neither name nor version", at: (1, 13),
        in: """
          @Archivable(version: 2)
          enum Colour: Int {
            case red
          }
          """,
        fixIt: "remove the arguments",
        makes: """
          @Archivable
          enum Colour: Int {
            case red
          }
          """)
    }

    @Test func `cases have different names`() {
      expectProblem(
        "another field already has the name \"b\"", at: (4, 8),
        in: """
          @Archivable
          enum Shape {
            @Stored("b") case a
            case b
          }
          """)
    }

    @Test func `a version is not negative`() {
      expectProblem(
        "a version must be 0 or greater", at: (1, 22),
        in: """
          @Archivable(version: -1)
          struct Box {
          }
          """,
        fixIt: "use version 1",
        makes: """
          @Archivable(version: 1)
          struct Box {
          }
          """)
    }
  }
#endif
