#if Macros
  import Testing

  @Suite("Generic types: one schema for each of their arguments")
  struct GenericExpansionTests {
    @Test func `a generic struct has one schema for each of its arguments`() {
      expectExtension(
        of: """
          @Archivable(version: 2)
          struct Box<Content: ArchivableValue> where Content: Hashable {
            var content: Content
          }
          """,
        is: """
          extension Box: Lode.Archivable, Lode.ArchivableValue {
            static var archiveSchema: Lode.MacroExpansion.ArchiveSchema {
              Lode.MacroExpansion.ArchiveSchema.cached(for: Box.self) {
                Lode.MacroExpansion.ArchiveSchema(
                  Lode.MacroExpansion.ArchiveSchema.genericName("Box", Box.self), version: 2,
                  fields: [
                    .init("content", Content.self),
                  ])
              }
            }

            func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try archive.encode(content)
            }

            init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              content = try archive.decode(0)
            }

            enum ArchiveFields {
              static var content: Lode.MacroExpansion.ArchivedField<Box, Content> { .init(0) }
            }
          }
          """)
    }

    @Test func `a type inside a generic type is generic too`() {
      expectExpansion(
        of: """
          struct Outer<T> {
            @Archivable
            struct Inner {
              var x: Int
            }
          }
          """,
        is: """
          struct Outer<T> {
            struct Inner {
              var x: Int

              static var archiveSchema: Lode.MacroExpansion.ArchiveSchema {
                Lode.MacroExpansion.ArchiveSchema.cached(for: Inner.self) {
                  Lode.MacroExpansion.ArchiveSchema(
                    Lode.MacroExpansion.ArchiveSchema.genericName("Outer.Inner", Inner.self),
                    fields: [
                      .init("x", Int.self),
                    ])
                }
              }

              func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
                try archive.encode(x)
              }

              enum ArchiveFields {
                static var x: Lode.MacroExpansion.ArchivedField<Inner, Int> { .init(0) }
              }
            }
          }

          extension Outer.Inner: Lode.Archivable, Lode.ArchivableValue {
            init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              x = try archive.decode(0)
            }
          }
          """)
    }

    @Test func `a generic enum has schemas for each of its arguments`() {
      expectExtension(
        of: """
          @Archivable
          enum Either<Left: ArchivableValue, Right: Codable> {
            case left(Left), right(Right)
          }
          """,
        is: """
          extension Either: Lode.MacroExpansion.ArchivableEnum, Lode.ArchivableValue {
            static var archiveSchemas: [Lode.MacroExpansion.ArchiveSchema] {
              Lode.MacroExpansion.ArchiveSchema.cached(for: Either.self) {
                [
                  .init(enum: Lode.MacroExpansion.ArchiveSchema.genericName("Either", Either.self), case: "left", fields: [.init("_0", Left.self)]),
                  .init(enum: Lode.MacroExpansion.ArchiveSchema.genericName("Either", Either.self), case: "right", fields: [.init("_0", Right.self)]),
                ]
              }
            }

            var archiveCase: Int {
              switch self {
              case .left: 0
              case .right: 1
              }
            }

            func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              switch self {
              case .left(let _0):
                try archive.encode(_0)
              case .right(let _0):
                try archive.encode(_0)
              }
            }

            init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              switch try archive.enterCase(of: Either.self) {
              case 0:
                self = try .left(archive.decode(0))
              default:
                self = try .right(archive.decode(0))
              }
            }
          }
          """)
    }

    @Test func `a generic class names its level by itself`() {
      expectExpansion(
        of: """
          @Archivable(superclass: nil)
          class Box<Content: ArchivableValue> {
            var content: Content

            init(content: Content) { self.content = content }
          }
          """,
        is: """
          class Box<Content: ArchivableValue> {
            var content: Content

            init(content: Content) { self.content = content }

            private enum ArchiveLevel {
              static var schema: Lode.MacroExpansion.ArchiveSchema {
                Lode.MacroExpansion.ArchiveSchema.cached(for: Box.self) {
                  Lode.MacroExpansion.ArchiveSchema(
                    class: Lode.MacroExpansion.ArchiveSchema.genericName("Box", Box.self),
                    fields: [
                      .init("content", Content.self),
                    ])
                }
              }
            }

            class var archiveSchema: Lode.MacroExpansion.ArchiveSchema { ArchiveLevel.schema }

            func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try archive.beginLevel(ArchiveLevel.schema)
              try archive.encode(content)
            }

            required init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              try archive.enterLevel(ArchiveLevel.schema)
              content = try archive.decode(0)
            }

            enum ArchiveFields {
              static var content: Lode.MacroExpansion.ArchivedField<Box, Content> { .init(0) }
            }
          }

          extension Box: Lode.MacroExpansion.ArchivableClass {}
          """, lacking: ["ArchivableClass"])
    }
  }
#endif
