#if Macros
  import Testing

  @Suite("Attributes that @Archivable would not see are refused")
  struct MarkerDiagnosticTests {
    @Test(arguments: [
      "static var x = 1", "var x: Int { 1 }", "lazy var x: Int = 1", "func x() {}",
    ])
    func `attributes of properties stand before stored properties`(member: String) {
      expectProblem(
        "@Ignored is for stored properties", at: (3, 3),
        in: """
          @Archivable
          struct Box {
            @Ignored \(member)
          }
          """,
        fixIt: "remove @Ignored",
        makes: """
          @Archivable
          struct Box {
            \(member)
          }
          """)
    }

    @Test func `@Stored is for cases too`() {
      expectProblem(
        "@Stored is for stored properties and cases", at: (3, 3),
        in: """
          @Archivable
          enum Box {
            @Stored("y") var x: Int { 1 }
            case a
          }
          """,
        fixIt: "remove @Stored",
        makes: """
          @Archivable
          enum Box {
            var x: Int { 1 }
            case a
          }
          """)
    }

    @Test func `a case has no former names`() {
      expectProblem(
        "a case has only one name in archives; 'was' is for properties", at: (3, 11),
        in: """
          @Archivable
          enum Box {
            @Stored(was: "b") case a
          }
          """)
    }

    @Test func `outside of an archivable type they say nothing`() {
      expectProblem(
        "@Stored says something only inside a type with @Archivable or @Model", at: (2, 3),
        in: """
          struct Box {
            @Stored("y") var x: Int
          }
          """,
        fixIt: "remove @Stored",
        makes: """
          struct Box {
            var x: Int
          }
          """,
        isWarning: true)
    }
  }
#endif
