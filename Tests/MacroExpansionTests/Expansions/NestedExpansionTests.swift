#if Macros
  import Testing

  @Suite("Nested types: what names types stands inside of them, where these names are known")
  struct NestedExpansionTests {
    @Test func `a nested type is archived with the names of the types around it`() {
      expectExpansion(
        of: """
          enum Outer {
            extension Middle {
              struct `Type` {
                @Archivable
                struct Inner {
                  var x: Int
                }
              }
            }
          }
          """,
        is: """
          enum Outer {
            extension Middle {
              struct `Type` {
                struct Inner {
                  var x: Int

                  static let archiveSchema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
                    "Outer.Middle.Type.Inner",
                    fields: [
                      .init("x", Int.self),
                    ])

                  func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
                    try archive.encode(x)
                  }

                  enum ArchiveFields {
                    static var x: Lode.MacroExpansion.ArchivedField<Inner, Int> { .init(0) }
                  }
                }
              }
            }
          }

          extension Middle.`Type`.Inner: Lode.Archivable, Lode.ArchivableValue {
            init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              x = try archive.decode(0)
            }
          }
          """)
    }

    @Test func `what a nested type names stands inside of it`() {
      expectExpansion(
        of: """
          struct Outer {
            @Archivable
            public struct Inner {
              var size: Size
              var colour: Colour? = .red
              var place: Place = .init(x: 1)
              var count = 1
              @Transformed(by: Cents.self) var price: Money
            }
          }
          """,
        is: """
          struct Outer {
            public struct Inner {
              var size: Size
              var colour: Colour? = .red
              var place: Place = .init(x: 1)
              var count = 1
              var price: Money

              public static let archiveSchema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
                "Outer.Inner",
                fields: [
                  .init("size", Size.self),
                  .init("colour", Colour?.self, default: .red),
                  .init("place", Place.self, default: .init(x: 1)),
                  .init("count", Int.self, default: 1),
                  .init("price", Cents.Stored.self),
                ])

              public func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
                try archive.encode(size)
                try archive.encode(colour)
                try archive.encode(place)
                try archive.encode(count)
                try archive.encode(Cents.stored(from: price))
              }

              public enum ArchiveFields {
                static var size: Lode.MacroExpansion.ArchivedField<Inner, Size> { .init(0) }
                static var colour: Lode.MacroExpansion.ArchivedField<Inner, Colour?> { .init(1) }
                static var place: Lode.MacroExpansion.ArchivedField<Inner, Place> { .init(2) }
                static var count: Lode.MacroExpansion.ArchivedField<Inner, Int> { .init(3) }
                static var price: Lode.MacroExpansion.ArchivedField<Inner, Cents.Stored> { .init(4) }
              }

              private enum ArchiveReading {
                static func price(_ archive: inout Lode.MacroExpansion.ArchiveReader) throws -> Money {
                  try Cents.value(from: archive.decode(4))
                }
              }
            }
          }

          extension Outer.Inner: Lode.Archivable, Lode.ArchivableValue {
            public init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              (size, colour, place, count, price) = (
                try archive.decode(0),
                try archive.decode(1),
                try archive.decode(2),
                try archive.decode(3),
                try ArchiveReading.price(&archive)
              )
            }
          }
          """)
    }

    @Test func `a nested enum has everything inside`() {
      expectExpansion(
        of: """
          struct Outer {
            @Archivable
            enum Inner {
              case size(Size)
            }
          }
          """,
        is: """
          struct Outer {
            enum Inner {
              case size(Size)

              static let archiveSchemas: [Lode.MacroExpansion.ArchiveSchema] = [
                .init(enum: "Outer.Inner", case: "size", fields: [.init("_0", Size.self)]),
              ]

              var archiveCase: Int {
                switch self {
                case .size: 0
                }
              }

              func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
                switch self {
                case .size(let _0):
                  try archive.encode(_0)
                }
              }

              init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
                _ = try archive.enterCase(of: Inner.self)
                self = try .size(archive.decode(0))
              }
            }
          }

          extension Outer.Inner: Lode.MacroExpansion.ArchivableEnum, Lode.ArchivableValue {}
          """)
    }
  }
#endif
