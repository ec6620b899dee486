#if Macros
  import Testing

  @Suite("Classes: members that subclasses override, one level a class")
  struct ClassExpansionTests {
    @Test func `a class has its level, and members that subclasses override`() {
      expectExpansion(
        of: """
          @Archivable(superclass: nil)
          class Shape {
            var name: String

            init(name: String) { self.name = name }
          }
          """,
        is: """
          class Shape {
            var name: String

            init(name: String) { self.name = name }

            private enum ArchiveLevel {
              static let schema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
                class: "Shape",
                fields: [
                  .init("name", String.self),
                ])
            }

            class var archiveSchema: Lode.MacroExpansion.ArchiveSchema { ArchiveLevel.schema }

            func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try archive.beginLevel(ArchiveLevel.schema)
              try archive.encode(name)
            }

            required init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              try archive.enterLevel(ArchiveLevel.schema)
              name = try archive.decode(0)
            }

            enum ArchiveFields {
              static var name: Lode.MacroExpansion.ArchivedField<Shape, String> { .init(0) }
            }
          }

          extension Shape: Lode.MacroExpansion.ArchivableClass {}
          """, lacking: ["ArchivableClass"])
    }

    @Test func `a final class has nothing to override`() {
      expectExpansion(
        of: """
          @Archivable(version: 2, was: ["Blob"])
          public final class Shape {
            public var name = "?"
            var extensions = ArchiveExtensions()

            public init() {}
          }
          """,
        is: """
          public final class Shape {
            public var name = "?"
            var extensions = ArchiveExtensions()

            public init() {}

            private enum ArchiveLevel {
              static let schema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
                class: "Shape", version: 2, was: ["Blob"],
                fields: [
                  .init("name", String.self, default: "?"),
                ], isExtensible: true)
            }

            public static var archiveSchema: Lode.MacroExpansion.ArchiveSchema { ArchiveLevel.schema }

            public func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try archive.beginLevel(ArchiveLevel.schema)
              try archive.encode(name)
              try archive.encode(extensions)
            }

            public required init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              try archive.enterLevel(ArchiveLevel.schema)
              name = try archive.decode(0)
              extensions = try archive.decodeExtensions()
            }

            public enum ArchiveFields {
              public static var name: Lode.MacroExpansion.ArchivedField<Shape, String> { .init(0) }
            }
          }

          extension Shape: Lode.MacroExpansion.ArchivableClass, Lode.ArchivableValue {}
          """)
    }

    @Test func `an open class can be overridden from outside`() {
      expectExpansion(
        of: """
          @Archivable(superclass: nil)
          open class Shape {
            public var name: String

            public init(name: String) { self.name = name }
          }
          """,
        is: """
          open class Shape {
            public var name: String

            public init(name: String) { self.name = name }

            private enum ArchiveLevel {
              static let schema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
                class: "Shape",
                fields: [
                  .init("name", String.self),
                ])
            }

            open class var archiveSchema: Lode.MacroExpansion.ArchiveSchema { ArchiveLevel.schema }

            open func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try archive.beginLevel(ArchiveLevel.schema)
              try archive.encode(name)
            }

            public required init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              try archive.enterLevel(ArchiveLevel.schema)
              name = try archive.decode(0)
            }

            public enum ArchiveFields {
              public static var name: Lode.MacroExpansion.ArchivedField<Shape, String> { .init(0) }
            }
          }

          extension Shape: Lode.MacroExpansion.ArchivableClass {}
          """, lacking: ["ArchivableClass"])
    }

    @Test func `a subclass archives its superclass first, and reads its own fields first`() {
      expectExpansion(
        of: """
          @Archivable(superclass: Shape.self)
          class Circle: Shape {
            var radius: Double
          }
          """,
        is: """
          class Circle: Shape {
            var radius: Double

            private enum ArchiveLevel {
              static let schema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
                class: "Circle", superclass: Shape.archiveSchema.name,
                fields: [
                  .init("radius", Double.self),
                ])
            }

            override class var archiveSchema: Lode.MacroExpansion.ArchiveSchema { ArchiveLevel.schema }

            override func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try super.encode(to: &archive)
              try archive.beginLevel(ArchiveLevel.schema)
              try archive.encode(radius)
            }

            required init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              try archive.enterLevel(ArchiveLevel.schema)
              radius = try archive.decode(0)
              try super.init(from: &archive)
            }
          }
          """, lacking: [])
    }

    @Test
    func
      `a weak property is archived only if something else archives its object, @Reference in any case`()
    {
      expectExpansion(
        of: """
          @Archivable
          final class Node {
            weak var parent: Node?
            @Reference var next: Node?
            @Reference weak var delegate: Delegate?
            var name: String

            init(name: String) { self.name = name }
          }
          """,
        is: """
          final class Node {
            weak var parent: Node?
            var next: Node?
            weak var delegate: Delegate?
            var name: String

            init(name: String) { self.name = name }

            private enum ArchiveLevel {
              static let schema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
                class: "Node",
                fields: [
                  .init("name", String.self),
                  .init("parent", Node?.self),
                  .init("next", Node?.self),
                  .init("delegate", Delegate?.self),
                ])
            }

            static var archiveSchema: Lode.MacroExpansion.ArchiveSchema { ArchiveLevel.schema }

            func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try archive.beginLevel(ArchiveLevel.schema)
              try archive.encode(name)
              try archive.encodeReference(parent, isConditional: true)
              try archive.encodeReference(next, isConditional: false)
              try archive.encodeReference(delegate, isConditional: false)
            }

            required init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              try archive.enterLevel(ArchiveLevel.schema)
              name = try archive.decode(0)
              archive.register(self)
              try archive.decodeReference(1, as: Node.self) { self.parent = $0 }
              try archive.decodeReference(2, as: Node.self) { self.next = $0 }
              try archive.decodeReference(3, as: Delegate.self) { self.delegate = $0 }
            }

            enum ArchiveFields {
              static var name: Lode.MacroExpansion.ArchivedField<Node, String> { .init(0) }
              static var parent: Lode.MacroExpansion.ArchivedField<Node, Node?> { .init(1) }
              static var next: Lode.MacroExpansion.ArchivedField<Node, Node?> { .init(2) }
              static var delegate: Lode.MacroExpansion.ArchivedField<Node, Delegate?> { .init(3) }
            }
          }

          extension Node: Lode.MacroExpansion.ArchivableClass, Lode.ArchivableValue {}
          """)
    }

    @Test func `a subclass goes back to its level for references`() {
      expectExpansion(
        of: """
          @Archivable("leaf", superclass: Tree.Node.self)
          final class Leaf: Tree.Node {
            @Reference var origin: Tree.Node? = .root
            let depth: Int
          }
          """,
        is: """
          final class Leaf: Tree.Node {
            var origin: Tree.Node? = .root
            let depth: Int

            private enum ArchiveLevel {
              static let schema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
                class: "leaf", superclass: Tree.Node.archiveSchema.name,
                fields: [
                  .init("depth", Int.self),
                  .init("origin", Tree.Node?.self),
                ])
            }

            override class var archiveSchema: Lode.MacroExpansion.ArchiveSchema { ArchiveLevel.schema }

            override func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try super.encode(to: &archive)
              try archive.beginLevel(ArchiveLevel.schema)
              try archive.encode(depth)
              try archive.encodeReference(origin, isConditional: false)
            }

            required init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              try archive.enterLevel(ArchiveLevel.schema)
              depth = try archive.decode(0)
              origin = nil
              try super.init(from: &archive)
              try archive.enterLevel(ArchiveLevel.schema)
              archive.register(self)
              try archive.decodeReference(1, as: Tree.Node.self) { self.origin = $0 }
            }
          }
          """, lacking: [])
    }

    @Test func `a class that says itself that it is archivable gets no extension`() {
      expectExpansion(
        of: """
          @Archivable
          final class Box: ArchivableClass {
            var x: Int

            init(x: Int) { self.x = x }
          }
          """,
        is: """
          final class Box: ArchivableClass {
            var x: Int

            init(x: Int) { self.x = x }

            private enum ArchiveLevel {
              static let schema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
                class: "Box",
                fields: [
                  .init("x", Int.self),
                ])
            }

            static var archiveSchema: Lode.MacroExpansion.ArchiveSchema { ArchiveLevel.schema }

            func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try archive.beginLevel(ArchiveLevel.schema)
              try archive.encode(x)
            }

            required init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              try archive.enterLevel(ArchiveLevel.schema)
              x = try archive.decode(0)
            }

            enum ArchiveFields {
              static var x: Lode.MacroExpansion.ArchivedField<Box, Int> { .init(0) }
            }
          }
          """, lacking: ["Archivable", "ArchivableEnum"])
    }
  }
#endif
