#if Macros
  import Testing

  @Suite("Properties that cannot be archived are refused, with a way out")
  struct PropertyDiagnosticTests {
    @Test(arguments: [
      ("UUID()", "UUID"), ("[String: Int]()", "[String: Int]"), ("Box<Int>(1)", "Box<Int>"),
      ("Outer.Inner()", "Outer.Inner"), ("makeOne()", "<#Type#>"), (".max", "<#Type#>"),
      ("[1, 2]", "<#Type#>"),
    ])
    func `a type that the macro cannot tell has to be written`(value: String, type: String) {
      expectProblem(
        "'id' is archived, so it needs a type annotation", at: (3, 7),
        in: """
          @Archivable
          struct Box {
            var id = \(value)
          }
          """,
        fixIt: "add a type annotation",
        makes: """
          @Archivable
          struct Box {
            var id: \(type) = \(value)
          }
          """)
    }

    @Test(arguments: [
      ("(Int, Int)", 10, "a tuple"), ("[(x: Int, y: Int)]", 11, "a tuple"),
      ("Void", 10, "'Void'"),
      ("() -> Void", 10, "a closure"), ("[String: @Sendable (Int) -> Int]", 29, "a closure"),
      ("any Shape", 10, "a value of unknown type"), ("Result<Any, Never>", 17, "'Any'"),
      ("A & B", 10, "a value of unknown type"), ("Int.Type", 10, "a type"),
    ])
    func `what no archive can hold is refused wherever it is in a type`(
      type: String, column: Int, kind: String
    ) {
      expectProblem(
        "\(kind) cannot be archived", at: (3, column),
        in: """
          @Archivable
          struct Box {
            var x: \(type)
          }
          """,
        fixIt: "add @Ignored and an initial value",
        makes: """
          @Archivable
          struct Box {
            @Ignored var x: \(type) = <#initial value#>
          }
          """)
    }

    @Test(arguments: [
      ("var", "(() -> Void)?", 11), ("public let", "(Int, Int) = (1, 2) // pair", 0),
      ("var", "(Int, Int) = (1, 2)", 10),
    ])
    func `what is nil or has a value by itself needs no other to be ignored`(
      specifier: String, type: String, column: Int
    ) {
      let source = """
        @Archivable
        struct Box {
          \(specifier) x: \(type)
        }
        """
      guard column > 0 else { return expectNoProblem(in: source) }
      expectProblem(
        type.contains("->") ? "a closure cannot be archived" : "a tuple cannot be archived",
        at: (3, column), in: source, fixIt: "add @Ignored",
        makes: source.replacing("\(specifier) x", with: "@Ignored \(specifier) x"))
    }

    @Test func `the payload of a case is refused where it stands`() {
      expectProblem(
        "a closure cannot be archived", at: (3, 13),
        in: """
          @Archivable
          enum Action {
            case call(() -> Void)
          }
          """)
    }

    @Test func `an ignored property has an initial value`() {
      expectProblem(
        "'cache' is not archived, so it needs an initial value", at: (3, 16),
        in: """
          @Archivable
          struct Box {
            @Ignored var cache: [Int] { didSet {} }
          }
          """,
        fixIt: "add an initial value",
        makes: """
          @Archivable
          struct Box {
            @Ignored var cache: [Int] = <#initial value#> { didSet {} }
          }
          """)
    }

    @Test func `a field does not depend on how the program is built`() {
      expectProblem(
        "'y' is inside #if, but archived properties must be the same in every build", at: (5, 7),
        in: """
          @Archivable
          struct Box {
            #if DEBUG
            #if os(Linux)
            var y: Int?
            #endif
            #endif
          }
          """,
        fixIt: "add @Ignored",
        makes: """
          @Archivable
          struct Box {
            #if DEBUG
            #if os(Linux)
            @Ignored var y: Int?
            #endif
            #endif
          }
          """)
    }

    @Test func `a case does not depend on how the program is built`() {
      expectProblem(
        "'b' is inside #if, but archived properties must be the same in every build", at: (5, 8),
        in: """
          @Archivable
          enum Box {
            case a
            #if DEBUG
            case b
            #endif
          }
          """)
    }

    @Test func `properties are declared one by one`() {
      expectProblem(
        "archived properties must be declared separately, not as a tuple", at: (3, 7),
        in: """
          @Archivable
          struct Box {
            var (x, y) = (1, 2)
          }
          """)
    }

    @Test func `fields have different names`() {
      expectProblem(
        "another field already has the name \"x\"", at: (4, 11),
        in: """
          @Archivable
          struct Box {
            var x: Int
            @Stored("x") var y: Int
          }
          """)
    }

    @Test func `a constant with a value is no field, so it has no name in archives`() {
      expectProblem(
        "'kind' is a constant with an initial value, so it cannot be archived", at: (3, 19),
        in: """
          @Archivable
          struct Box {
            @Stored("type") let kind = 1
          }
          """,
        fixIt: "change 'let' to 'var'",
        makes: """
          @Archivable
          struct Box {
            @Stored("type") var kind = 1
          }
          """)
    }

    @Test func `a transform is a type`() {
      expectProblem(
        "a transform must be a type: @Transformed(by: MyTransform.self)", at: (3, 3),
        in: """
          @Archivable
          struct Box {
            @Transformed(by: transform) var x: Int
          }
          """)
    }

    @Test func `extensions are a variable`() {
      expectProblem(
        "extensions are read after their initial value is set, so they must be a var",
        at: (3, 3),
        in: """
          @Archivable
          struct Box {
            let extensions = ArchiveExtensions()
          }
          """,
        fixIt: "change 'let' to 'var'",
        makes: """
          @Archivable
          struct Box {
            var extensions = ArchiveExtensions()
          }
          """)
    }

    @Test func `there is one property for extensions`() {
      expectProblem(
        "a type can have only one property for extensions", at: (4, 7),
        in: """
          @Archivable
          struct Box {
            var extensions = ArchiveExtensions()
            var more: Lode.ArchiveExtensions
          }
          """,
        fixIt: "add @Ignored and an initial value",
        makes: """
          @Archivable
          struct Box {
            var extensions = ArchiveExtensions()
            @Ignored var more: Lode.ArchiveExtensions = <#initial value#>
          }
          """)
    }
  }
#endif
