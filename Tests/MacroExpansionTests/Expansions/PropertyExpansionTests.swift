#if Macros
  import Testing

  @Suite("Properties: which are fields, under which names, and with which values when missing")
  struct PropertyExpansionTests {
    @Test func `an initial value is what an older archive has for the property`() {
      expectExtension(
        of: """
          @Archivable
          struct Settings {
            var volume = 11
            var scale = -1.5
            var isMuted = false
            var title = "Lode"
            var tags: [String] = []
            var limit: Int? = 5
            var colour: Colour? = .red
            var note: String? = nil
          }
          """,
        is: """
          extension Settings: Lode.Archivable, Lode.ArchivableValue {
            static let archiveSchema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
              "Settings",
              fields: [
                .init("volume", Int.self, default: 11),
                .init("scale", Double.self, default: -1.5),
                .init("isMuted", Bool.self, default: false),
                .init("title", String.self, default: "Lode"),
                .init("tags", [String].self, default: []),
                .init("limit", Int?.self, default: 5),
                .init("colour", Colour?.self, default: .red),
                .init("note", String?.self),
              ])

            func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try archive.encode(volume)
              try archive.encode(scale)
              try archive.encode(isMuted)
              try archive.encode(title)
              try archive.encode(tags)
              try archive.encode(limit)
              try archive.encode(colour)
              try archive.encode(note)
            }

            init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              (volume, scale, isMuted, title, tags, limit, colour, note) = (
                try archive.decode(0),
                try archive.decode(1),
                try archive.decode(2),
                try archive.decode(3),
                try archive.decode(4),
                try archive.decode(5),
                try archive.decode(6),
                try archive.decode(7)
              )
            }

            enum ArchiveFields {
              static var volume: Lode.MacroExpansion.ArchivedField<Settings, Int> { .init(0) }
              static var scale: Lode.MacroExpansion.ArchivedField<Settings, Double> { .init(1) }
              static var isMuted: Lode.MacroExpansion.ArchivedField<Settings, Bool> { .init(2) }
              static var title: Lode.MacroExpansion.ArchivedField<Settings, String> { .init(3) }
              static var tags: Lode.MacroExpansion.ArchivedField<Settings, [String]> { .init(4) }
              static var limit: Lode.MacroExpansion.ArchivedField<Settings, Int?> { .init(5) }
              static var colour: Lode.MacroExpansion.ArchivedField<Settings, Colour?> { .init(6) }
              static var note: Lode.MacroExpansion.ArchivedField<Settings, String?> { .init(7) }
            }
          }
          """)
    }

    @Test func `a property has the name and the former names that @Stored gives it`() {
      expectExtension(
        of: """
          @Archivable
          struct Person {
            @Stored("mail", was: "email", "e-mail") var address: String
            @Stored(was: "years") var age: Int
            @Stored("default") var `default`: Bool
            var `in`: Int
          }
          """,
        is: """
          extension Person: Lode.Archivable, Lode.ArchivableValue {
            static let archiveSchema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
              "Person",
              fields: [
                .init("mail", String.self, was: ["email", "e-mail"], property: "address"),
                .init("age", Int.self, was: ["years"]),
                .init("default", Bool.self),
                .init("in", Int.self),
              ])

            func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try archive.encode(address)
              try archive.encode(age)
              try archive.encode(`default`)
              try archive.encode(`in`)
            }

            init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              (address, age, `default`, `in`) = (
                try archive.decode(0),
                try archive.decode(1),
                try archive.decode(2),
                try archive.decode(3)
              )
            }

            enum ArchiveFields {
              static var address: Lode.MacroExpansion.ArchivedField<Person, String> { .init(0) }
              static var age: Lode.MacroExpansion.ArchivedField<Person, Int> { .init(1) }
              static var `default`: Lode.MacroExpansion.ArchivedField<Person, Bool> { .init(2) }
              static var `in`: Lode.MacroExpansion.ArchivedField<Person, Int> { .init(3) }
            }
          }
          """)
    }

    @Test func `an ignored property is not archived`() {
      expectExtension(
        of: """
          @Archivable
          struct Person {
            var name: String
            @Ignored var isSelected = false
            @Ignored var completion: (() -> Void)?
          }
          """,
        is: """
          extension Person: Lode.Archivable, Lode.ArchivableValue {
            static let archiveSchema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
              "Person",
              fields: [
                .init("name", String.self),
              ])

            func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try archive.encode(name)
            }

            init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              name = try archive.decode(0)
            }

            enum ArchiveFields {
              static var name: Lode.MacroExpansion.ArchivedField<Person, String> { .init(0) }
            }
          }
          """)
    }

    @Test func `a transformed property is archived as what its transform makes`() {
      expectExtension(
        of: """
          @Archivable
          struct Price {
            @Transformed(by: CentsTransform.self) var amount: Money
            @Transformed(by: CentsTransform.self) var tax: Money = .zero
            @Transformed(by: PairTransform.self) var range: (Int, Int)
            @Transformed(by: Optionally<CentsTransform>.self) var discount: Money?
          }
          """,
        is: """
          extension Price: Lode.Archivable, Lode.ArchivableValue {
            static let archiveSchema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
              "Price",
              fields: [
                .init("amount", CentsTransform.Stored.self),
                .init("tax", CentsTransform.Stored.self, default: CentsTransform.stored(from: .zero)),
                .init("range", PairTransform.Stored.self),
                .init("discount", Optionally<CentsTransform>.Stored.self, default: Optionally<CentsTransform>.stored(from: nil)),
              ])

            func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try archive.encode(CentsTransform.stored(from: amount))
              try archive.encode(CentsTransform.stored(from: tax))
              try archive.encode(PairTransform.stored(from: range))
              try archive.encode(Optionally<CentsTransform>.stored(from: discount))
            }

            init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              (amount, tax, range, discount) = (
                try CentsTransform.value(from: archive.decode(0)),
                try CentsTransform.value(from: archive.decode(1)),
                try PairTransform.value(from: archive.decode(2)),
                try Optionally<CentsTransform>.value(from: archive.decode(3))
              )
            }

            enum ArchiveFields {
              static var amount: Lode.MacroExpansion.ArchivedField<Price, CentsTransform.Stored> { .init(0) }
              static var tax: Lode.MacroExpansion.ArchivedField<Price, CentsTransform.Stored> { .init(1) }
              static var range: Lode.MacroExpansion.ArchivedField<Price, PairTransform.Stored> { .init(2) }
              static var discount: Lode.MacroExpansion.ArchivedField<Price, Optionally<CentsTransform>.Stored> { .init(3) }
            }
          }
          """)
    }

    @Test func `only properties with a value of their own for every instance are archived`() {
      expectExtension(
        of: """
          @Archivable
          struct Person {
            static let planet = "Earth"
            static var count: Int = 0
            let kind = 1
            lazy var cache: [Int] = []
            var first: String
            var full: String { first + "!" }
            var upper: String { get { first } set { first = newValue } }
            var age: Int { didSet { print(age) } }
            var height: Double = 1.8 { willSet { print(newValue) } }
          }
          """,
        is: """
          extension Person: Lode.Archivable, Lode.ArchivableValue {
            static let archiveSchema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
              "Person",
              fields: [
                .init("first", String.self),
                .init("age", Int.self),
                .init("height", Double.self, default: 1.8),
              ])

            func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try archive.encode(first)
              try archive.encode(age)
              try archive.encode(height)
            }

            init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              (first, age, height) = (
                try archive.decode(0),
                try archive.decode(1),
                try archive.decode(2)
              )
            }

            enum ArchiveFields {
              static var first: Lode.MacroExpansion.ArchivedField<Person, String> { .init(0) }
              static var age: Lode.MacroExpansion.ArchivedField<Person, Int> { .init(1) }
              static var height: Lode.MacroExpansion.ArchivedField<Person, Double> { .init(2) }
            }
          }
          """)
    }

    @Test func `several properties in one declaration share its type`() {
      expectExtension(
        of: """
          @Archivable
          struct Box {
            var x, y: Int, name: String
            var low = 0, high: Double
          }
          """,
        is: """
          extension Box: Lode.Archivable, Lode.ArchivableValue {
            static let archiveSchema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
              "Box",
              fields: [
                .init("x", Int.self),
                .init("y", Int.self),
                .init("name", String.self),
                .init("low", Int.self, default: 0),
                .init("high", Double.self),
              ])

            func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try archive.encode(x)
              try archive.encode(y)
              try archive.encode(name)
              try archive.encode(low)
              try archive.encode(high)
            }

            init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              (x, y, name, low, high) = (
                try archive.decode(0),
                try archive.decode(1),
                try archive.decode(2),
                try archive.decode(3),
                try archive.decode(4)
              )
            }

            enum ArchiveFields {
              static var x: Lode.MacroExpansion.ArchivedField<Box, Int> { .init(0) }
              static var y: Lode.MacroExpansion.ArchivedField<Box, Int> { .init(1) }
              static var name: Lode.MacroExpansion.ArchivedField<Box, String> { .init(2) }
              static var low: Lode.MacroExpansion.ArchivedField<Box, Int> { .init(3) }
              static var high: Lode.MacroExpansion.ArchivedField<Box, Double> { .init(4) }
            }
          }
          """)
    }

    @Test func `attributes of properties stay theirs`() {
      expectExtension(
        of: """
          @Archivable
          struct Box {
            @Clamped var width: Int
            @available(macOS 26, *) var height: Int
            @LodeCoding.Ignored var depth: Int = 0
          }
          """,
        is: """
          extension Box: Lode.Archivable, Lode.ArchivableValue {
            static let archiveSchema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
              "Box",
              fields: [
                .init("width", Int.self),
                .init("height", Int.self),
              ])

            func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try archive.encode(width)
              try archive.encode(height)
            }

            init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              (width, height) = (
                try archive.decode(0),
                try archive.decode(1)
              )
            }

            enum ArchiveFields {
              static var width: Lode.MacroExpansion.ArchivedField<Box, Int> { .init(0) }
              static var height: Lode.MacroExpansion.ArchivedField<Box, Int> { .init(1) }
            }
          }
          """)
    }

    @Test func `a property called archive is told from the parameter`() {
      expectExtension(
        of: """
          @Archivable
          struct Box {
            var archive: String
          }
          """,
        is: """
          extension Box: Lode.Archivable, Lode.ArchivableValue {
            static let archiveSchema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
              "Box",
              fields: [
                .init("archive", String.self),
              ])

            func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try archive.encode(self.archive)
            }

            init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              self.archive = try archive.decode(0)
            }

            enum ArchiveFields {
              static var archive: Lode.MacroExpansion.ArchivedField<Box, String> { .init(0) }
            }
          }
          """)
    }

    @Test func `what is unwrapped implicitly is archived as an optional`() {
      expectExtension(
        of: """
          @Archivable
          struct Box {
            var content: String!
            var label: Optional<String>
          }
          """,
        is: """
          extension Box: Lode.Archivable, Lode.ArchivableValue {
            static let archiveSchema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
              "Box",
              fields: [
                .init("content", String?.self),
                .init("label", Optional<String>.self),
              ])

            func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try archive.encode(content)
              try archive.encode(label)
            }

            init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              (content, label) = (
                try archive.decode(0),
                try archive.decode(1)
              )
            }

            enum ArchiveFields {
              static var content: Lode.MacroExpansion.ArchivedField<Box, String?> { .init(0) }
              static var label: Lode.MacroExpansion.ArchivedField<Box, Optional<String>> { .init(1) }
            }
          }
          """)
    }
  }
#endif
