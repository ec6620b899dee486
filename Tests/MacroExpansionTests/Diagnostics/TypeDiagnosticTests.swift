#if Macros
  import Testing

  @Suite("Types that cannot be archived are refused, with a way out")
  struct TypeDiagnosticTests {
    @Test("An actor is refused")
    func actor() {
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

    @Test("A protocol is refused")
    func aProtocol() {
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

    @Test("A generic parameter that is archived needs the constraint")
    func unconstrained() {
      expectProblem(
        "'T' is archived, so it has to conform to ArchivableValue", at: (2, 12),
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

    @Test("Protocols that do not help are kept beside the constraint")
    func unhelpful() {
      expectProblem(
        "'T' is archived, so it has to conform to ArchivableValue", at: (2, 18),
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

    @Test(
      "A parameter that is not archived, or that a protocol of the program constrains, is left alone"
    )
    func constrained() {
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

    @Test("A parameter pack is refused")
    func pack() {
      expectProblem(
        "a type with a parameter pack cannot be archived", at: (2, 12),
        in: """
          @Archivable
          struct Box<each T> {
          }
          """)
    }

    @Test("An enum without cases is refused")
    func noCases() {
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

    @Test("An enum with raw values has no name or version")
    func rawArguments() {
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

    @Test("Cases have different names")
    func sameCases() {
      expectProblem(
        "another field is already named \"b\"", at: (4, 8),
        in: """
          @Archivable
          enum Shape {
            @Stored("b") case a
            case b
          }
          """)
    }

    @Test("A version is not negative")
    func negativeVersion() {
      expectProblem(
        "a version is a number from 0 on", at: (1, 22),
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
