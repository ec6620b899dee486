#if Macros
  import Testing

  @Suite("Structs: an extension with the schema, both directions and names for the fields")
  struct StructExpansionTests {
    @Test func `a struct's properties are its fields, in their order`() {
      expectExtension(
        of: """
          @Archivable(version: 2)
          struct Person {
            let id: UUID
            var name: String
            var nickname: String?
          }
          """,
        is: """
          extension Person: Lode.Archivable, Lode.ArchivableValue {
            static let archiveSchema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
              "Person", version: 2,
              fields: [
                .init("id", UUID.self),
                .init("name", String.self),
                .init("nickname", String?.self),
              ])

            func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try archive.encode(id)
              try archive.encode(name)
              try archive.encode(nickname)
            }

            init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              (id, name, nickname) = (
                try archive.decode(0),
                try archive.decode(1),
                try archive.decode(2)
              )
            }

            enum ArchiveFields {
              static var id: Lode.MacroExpansion.ArchivedField<Person, UUID> { .init(0) }
              static var name: Lode.MacroExpansion.ArchivedField<Person, String> { .init(1) }
              static var nickname: Lode.MacroExpansion.ArchivedField<Person, String?> { .init(2) }
            }
          }
          """)
    }

    @Test
    func `a public struct has public members, and fields no more visible than their properties`() {
      expectExtension(
        of: """
          @Archivable
          public struct Account {
            public var name: String
            public private(set) var balance: Int
            var rank: Rank
            private var secret: Secret
          }
          """,
        is: """
          extension Account: Lode.Archivable, Lode.ArchivableValue {
            public static let archiveSchema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
              "Account",
              fields: [
                .init("name", String.self),
                .init("balance", Int.self),
                .init("rank", Rank.self),
                .init("secret", Secret.self),
              ])

            public func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try archive.encode(name)
              try archive.encode(balance)
              try archive.encode(rank)
              try archive.encode(secret)
            }

            public init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              (name, balance, rank, secret) = (
                try archive.decode(0),
                try archive.decode(1),
                try archive.decode(2),
                try archive.decode(3)
              )
            }

            public enum ArchiveFields {
              public static var name: Lode.MacroExpansion.ArchivedField<Account, String> { .init(0) }
              public static var balance: Lode.MacroExpansion.ArchivedField<Account, Int> { .init(1) }
              static var rank: Lode.MacroExpansion.ArchivedField<Account, Rank> { .init(2) }
            }
          }
          """)
    }

    @Test func `a package struct has package members`() {
      expectExtension(
        of: """
          @Archivable
          package struct Account {
            package var name: String
          }
          """,
        is: """
          extension Account: Lode.Archivable, Lode.ArchivableValue {
            package static let archiveSchema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
              "Account",
              fields: [
                .init("name", String.self),
              ])

            package func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try archive.encode(name)
            }

            package init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              name = try archive.decode(0)
            }

            package enum ArchiveFields {
              package static var name: Lode.MacroExpansion.ArchivedField<Account, String> { .init(0) }
            }
          }
          """)
    }

    @Test func `a type in a public extension is public`() {
      expectExpansion(
        of: """
          public extension Bank {
            @Archivable struct Account {
              var name: String
            }
          }
          """,
        is: """
          public extension Bank {
            struct Account {
              var name: String

              public static let archiveSchema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
                "Bank.Account",
                fields: [
                  .init("name", String.self),
                ])

              public func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
                try archive.encode(name)
              }

              public enum ArchiveFields {
                static var name: Lode.MacroExpansion.ArchivedField<Account, String> { .init(0) }
              }
            }
          }

          extension Bank.Account: Lode.Archivable, Lode.ArchivableValue {
            public init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              name = try archive.decode(0)
            }
          }
          """)
    }

    @Test func `a name and former names go into the schema`() {
      expectExtension(
        of: """
          @Archivable("person", version: 3, was: ["Human", "Man"])
          struct Person {
            var name: String
          }
          """,
        is: """
          extension Person: Lode.Archivable, Lode.ArchivableValue {
            static let archiveSchema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
              "person", version: 3, was: ["Human", "Man"],
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

    @Test func `a property for extensions is the last that is archived, and no field`() {
      expectExtension(
        of: """
          @Archivable
          struct Person {
            var extensions = ArchiveExtensions()
            var name: String
          }
          """,
        is: """
          extension Person: Lode.Archivable, Lode.ArchivableValue {
            static let archiveSchema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
              "Person",
              fields: [
                .init("name", String.self),
              ], isExtensible: true)

            func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try archive.encode(name)
              try archive.encode(extensions)
            }

            init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              (name, extensions) = (
                try archive.decode(0),
                try archive.decodeExtensions()
              )
            }

            enum ArchiveFields {
              static var name: Lode.MacroExpansion.ArchivedField<Person, String> { .init(0) }
            }
          }
          """)
    }

    @Test func `a struct without fields has an empty schema`() {
      expectExtension(
        of: """
          @Archivable
          struct Nothing {
          }
          """,
        is: """
          extension Nothing: Lode.Archivable, Lode.ArchivableValue {
            static let archiveSchema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
              "Nothing",
              fields: [])

            func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {}

            init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {}
          }
          """)
    }

    @Test func `#if may hold what is not archived`() {
      expectExtension(
        of: """
          @Archivable
          struct Box {
            var x: Int
            #if DEBUG
            @Ignored var y = 1
            var z: Int { 2 }
            #endif
          }
          """,
        is: """
          extension Box: Lode.Archivable, Lode.ArchivableValue {
            static let archiveSchema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
              "Box",
              fields: [
                .init("x", Int.self),
              ])

            func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try archive.encode(x)
            }

            init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              x = try archive.decode(0)
            }

            enum ArchiveFields {
              static var x: Lode.MacroExpansion.ArchivedField<Box, Int> { .init(0) }
            }
          }
          """)
    }
  }
#endif
