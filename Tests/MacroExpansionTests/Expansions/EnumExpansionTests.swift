#if Macros
  import Testing

  @Suite("Enums: raw values as they are, and otherwise a schema a case")
  struct EnumExpansionTests {
    @Test func `an enum with raw values is archived as these`() {
      expectExtension(
        of: """
          @Archivable
          enum Colour: String, CaseIterable {
            case red, green
          }
          """,
        is: """
          extension Colour: Lode.ArchivableValue {}
          """)
    }

    @Test func `an enum with payloads has a schema for each case`() {
      expectExtension(
        of: """
          @Archivable(version: 2)
          enum Shape {
            case circle(radius: Double)
            case polygon(_ points: [Point], Colour?, closed: Bool = true)
            indirect case group([Shape], in: Int)
            case empty
          }
          """,
        is: """
          extension Shape: Lode.MacroExpansion.ArchivableEnum, Lode.ArchivableValue {
            static let archiveSchemas: [Lode.MacroExpansion.ArchiveSchema] = [
              .init(enum: "Shape", case: "circle", version: 2, fields: [.init("radius", Double.self)]),
              .init(enum: "Shape", case: "polygon", version: 2, fields: [.init("_0", [Point].self), .init("_1", Colour?.self), .init("closed", Bool.self, default: true)]),
              .init(enum: "Shape", case: "group", version: 2, fields: [.init("_0", [Shape].self), .init("in", Int.self)]),
              .init(enum: "Shape", case: "empty", version: 2, fields: []),
            ]

            var archiveCase: Int {
              switch self {
              case .circle: 0
              case .polygon: 1
              case .group: 2
              case .empty: 3
              }
            }

            func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              switch self {
              case .circle(let radius):
                try archive.encode(radius)
              case .polygon(let _0, let _1, let closed):
                try archive.encode(_0)
                try archive.encode(_1)
                try archive.encode(closed)
              case .group(let _0, let _1):
                try archive.encode(_0)
                try archive.encode(_1)
              case .empty:
                break
              }
            }

            init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              switch try archive.enterCase(of: Shape.self) {
              case 0:
                self = try .circle(radius: archive.decode(0))
              case 1:
                self = try .polygon(archive.decode(0), archive.decode(1), closed: archive.decode(2))
              case 2:
                self = try .group(archive.decode(0), in: archive.decode(1))
              default:
                self = .empty
              }
            }
          }
          """)
    }

    @Test func `an enum without payloads has schemas without fields`() {
      expectExtension(
        of: """
          @Archivable
          public enum Direction {
            case up, down
          }
          """,
        is: """
          extension Direction: Lode.MacroExpansion.ArchivableEnum, Lode.ArchivableValue {
            public static let archiveSchemas: [Lode.MacroExpansion.ArchiveSchema] = [
              .init(enum: "Direction", case: "up", fields: []),
              .init(enum: "Direction", case: "down", fields: []),
            ]

            public var archiveCase: Int {
              switch self {
              case .up: 0
              case .down: 1
              }
            }

            public func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {}

            public init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              switch try archive.enterCase(of: Direction.self) {
              case 0:
                self = .up
              default:
                self = .down
              }
            }
          }
          """)
    }

    @Test func `a single case needs no choice`() {
      expectExtension(
        of: """
          @Archivable
          enum Only {
            case one(Int)
          }
          """,
        is: """
          extension Only: Lode.MacroExpansion.ArchivableEnum, Lode.ArchivableValue {
            static let archiveSchemas: [Lode.MacroExpansion.ArchiveSchema] = [
              .init(enum: "Only", case: "one", fields: [.init("_0", Int.self)]),
            ]

            var archiveCase: Int {
              switch self {
              case .one: 0
              }
            }

            func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              switch self {
              case .one(let _0):
                try archive.encode(_0)
              }
            }

            init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              _ = try archive.enterCase(of: Only.self)
              self = try .one(archive.decode(0))
            }
          }
          """)
    }

    @Test func `a case has the name that @Stored gives it`() {
      expectExtension(
        of: """
          @Archivable("shape", was: ["Form"])
          enum Shape {
            @Stored("round") case circle(Double)
            case `default`
          }
          """,
        is: """
          extension Shape: Lode.MacroExpansion.ArchivableEnum, Lode.ArchivableValue {
            static let archiveSchemas: [Lode.MacroExpansion.ArchiveSchema] = [
              .init(enum: "shape", case: "round", was: ["Form"], fields: [.init("_0", Double.self)]),
              .init(enum: "shape", case: "default", was: ["Form"], fields: []),
            ]

            var archiveCase: Int {
              switch self {
              case .circle: 0
              case .`default`: 1
              }
            }

            func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              switch self {
              case .circle(let _0):
                try archive.encode(_0)
              case .`default`:
                break
              }
            }

            init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              switch try archive.enterCase(of: Shape.self) {
              case 0:
                self = try .circle(archive.decode(0))
              default:
                self = .`default`
              }
            }
          }
          """)
    }
  }
#endif
