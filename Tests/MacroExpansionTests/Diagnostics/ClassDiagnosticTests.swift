#if Macros
  import Testing

  @Suite(
    "Classes: superclasses, references and initializers that do not fit are refused, with a way out"
  )
  struct ClassDiagnosticTests {
    @Test func `a struct has no superclass`() {
      expectProblem(
        "'Box' is not a class and has no superclass", at: (1, 25),
        in: """
          @Archivable(version: 2, superclass: Base.self)
          struct Box {
          }
          """,
        fixIt: "remove 'superclass'",
        makes: """
          @Archivable(version: 2)
          struct Box {
          }
          """)
    }

    @Test func `an argument that stands first or alone goes with its comma or its parentheses`() {
      expectProblem(
        "'Box' is not a class and has no superclass", at: (1, 13),
        in: "@Archivable(superclass: Base.self, version: 2) struct Box {}",
        fixIt: "remove 'superclass'",
        makes: "@Archivable(version: 2) struct Box {}")
      expectProblem(
        "'Box' is not a class and has no superclass", at: (1, 13),
        in: "@Archivable(superclass: Base.self) enum Box { case a }",
        fixIt: "remove the arguments",
        makes: "@Archivable enum Box { case a }")
    }

    @Test(arguments: [
      ("@Archivable", "@Archivable(superclass: Shape.self)"),
      ("@Archivable()", "@Archivable(superclass: Shape.self)"),
      ("@Archivable(version: 2)", "@Archivable(version: 2, superclass: Shape.self)"),
    ])
    func `a subclass of an archivable class names it`(attribute: String, fixed: String) {
      expectProblem(
        "the superclass of 'Circle' is archivable, so @Archivable must name it", at: (1, 1),
        in: """
          \(attribute)
          class Circle: Shape, Sendable {
            let radius: Double
          }
          """,
        fixIt: "add 'superclass: Shape.self'",
        makes: """
          \(fixed)
          class Circle: Shape, Sendable {
            let radius: Double
          }
          """,
        lacking: ["Archivable", "ArchivableEnum"])
    }

    @Test func `where it names none, it names the archivable one`() {
      expectProblem(
        "the superclass of 'Circle' is archivable, so @Archivable must name it", at: (1, 1),
        in: """
          @Archivable(superclass: nil)
          class Circle: Shape {
            let radius: Double
          }
          """,
        fixIt: "name 'Shape'",
        makes: """
          @Archivable(superclass: Shape.self)
          class Circle: Shape {
            let radius: Double
          }
          """,
        lacking: [])
    }

    @Test func `a class that is not final says whether its superclass is archivable`() {
      expectProblem(
        "'Shape' may have subclasses, so @Archivable needs 'superclass:', a class or nil",
        at: (1, 1),
        in: """
          @Archivable("shape") class Shape {
            let name: String
          }
          """,
        fixIt: "add 'superclass: nil'",
        makes: """
          @Archivable("shape", superclass: nil) class Shape {
            let name: String
          }
          """)
    }

    @Test func `a class that loses its implicit initializer is told so`() {
      expectProblem(
        "@Archivable gives 'Counter' an initializer, so it has no implicit 'init()'", at: (2, 13),
        in: """
          @Archivable
          final class Counter {
            var count = 0
            var name: String?
          }
          """,
        fixIt: "add 'init() {}'",
        makes: """
          @Archivable
          final class Counter {
            var count = 0
            var name: String?

            init() {}
          }
          """,
        isWarning: true)
    }

    @Test func `a subclass that inherits no initializers any more is told so`() {
      expectProblem(
        "@Archivable gives 'Circle' an initializer, so it does not inherit those of 'Shape'",
        at: (1, 43),
        in: """
          @Archivable(superclass: Shape.self) class Circle: Shape {
            var radius = 1.0
          }
          """,
        isWarning: true)
    }

    @Test func `a class that never had an implicit initializer is left alone`() {
      expectNoProblem(
        in: """
          @Archivable
          final class Counter {
            var count: Int
          }
          """)
    }

    @Test func `a struct has no weak properties`() {
      expectProblem(
        "'parent' would be read after its struct was copied; only a class can have weak "
          + "properties and @Reference", at: (3, 12),
        in: """
          @Archivable
          struct Node {
            weak var parent: Parent?
          }
          """,
        fixIt: "add @Ignored",
        makes: """
          @Archivable
          struct Node {
            @Ignored weak var parent: Parent?
          }
          """)
    }

    @Test func `a struct has no references`() {
      expectProblem(
        "'parent' would be read after its struct was copied; only a class can have weak "
          + "properties and @Reference", at: (3, 18),
        in: """
          @Archivable
          struct Node {
            @Reference var parent: Parent?
          }
          """,
        fixIt: "remove @Reference",
        makes: """
          @Archivable
          struct Node {
            var parent: Parent?
          }
          """)
    }

    @Test func `a reference is optional`() {
      expectProblem(
        "'parent' is read after its object, so it must be optional", at: (3, 26),
        in: """
          @Archivable
          final class Node {
            @Reference var parent: Parent
          }
          """,
        fixIt: "make it optional",
        makes: """
          @Archivable
          final class Node {
            @Reference var parent: Parent?
          }
          """)
    }

    @Test func `a reference is a variable`() {
      expectProblem(
        "'parent' is read after its object, so it must be a var", at: (3, 14),
        in: """
          @Archivable
          final class Node {
            @Reference let parent: Parent?
          }
          """,
        fixIt: "change 'let' to 'var'",
        makes: """
          @Archivable
          final class Node {
            @Reference var parent: Parent?
          }
          """)
    }

    @Test func `a reference is not transformed`() {
      expectProblem(
        "'parent' is a reference, which cannot be transformed", at: (3, 3),
        in: """
          @Archivable
          final class Node {
            @Transformed(by: Upper.self) weak var parent: Node?
            init(x: Int) {}
          }
          """,
        fixIt: "remove @Transformed",
        makes: """
          @Archivable
          final class Node {
            weak var parent: Node?
            init(x: Int) {}
          }
          """)
    }

    @Test(arguments: [
      ("Node", "make it weak and optional"), ("Node?", "make it weak"),
    ])
    func `an unowned property becomes weak`(type: String, fixIt: String) {
      expectProblem(
        "'parent' is unowned, but it would have no value while its object is read", at: (3, 3),
        in: """
          @Archivable
          final class Node {
            unowned(unsafe) var parent: \(type)
            init(x: Int) {}
          }
          """,
        fixIt: fixIt,
        makes: """
          @Archivable
          final class Node {
            weak var parent: Node?
            init(x: Int) {}
          }
          """)
    }
  }
#endif
