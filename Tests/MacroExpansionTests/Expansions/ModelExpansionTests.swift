#if Macros
  import Testing

  @Suite("Models: what @Archivable writes, a collection and a key")
  struct ModelExpansionTests {
    @Test func `a struct gets an extension with its collection, its key and what archives need`() {
      expectExtension(
        of: """
          @Model("person", version: 2, was: ["Human"], timestamps: true)
          struct Person {
            @Key @Stored("number") var id: UUID
            @Ignored var isSelected = false
            var boss: Ref<Person>?
          }
          """,
        is: """
          extension Person: Lode.Archivable, Lode.ArchivableValue, Lode.Model, Lode.TimestampedModel {
            static let collectionName: String = "person"

            static let keyFields: [String] = ["number"]

            var primaryKey: UUID { id }

            static let archiveSchema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
              "Person", version: 2, was: ["Human"],
              fields: [
                .init("number", UUID.self, property: "id"),
                .init("boss", Ref<Person>?.self),
              ])

            func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try archive.encode(id)
              try archive.encode(boss)
            }

            init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              (id, boss) = (
                try archive.decode(0),
                try archive.decode(1)
              )
            }

            enum ArchiveFields {
              static var id: Lode.MacroExpansion.ArchivedField<Person, UUID> { .init(0) }
              static var boss: Lode.MacroExpansion.ArchivedField<Person, Ref<Person>?> { .init(1) }
            }
          }
          """)
    }

    @Test func `a key of a sequence can be set`() {
      expectExtension(
        of: """
          @Model
          public struct Note {
            @Key(.sequence) public var id = 0
          }
          """,
        is: """
          extension Note: Lode.Archivable, Lode.ArchivableValue, Lode.Model, Lode.SequencedModel {
            public static let collectionName: String = "Note"

            public static let keyFields: [String] = ["id"]

            public var primaryKey: Int {
              get { id }
              set { self.id = newValue }
            }

            public static let archiveSchema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
              "Note",
              fields: [
                .init("id", Int.self, default: 0),
              ])

            public func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try archive.encode(id)
            }

            public init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              id = try archive.decode(0)
            }

            public enum ArchiveFields {
              public static var id: Lode.MacroExpansion.ArchivedField<Note, Int> { .init(0) }
            }
          }
          """)
    }

    @Test func `a class has everything in itself, and may call its key primaryKey`() {
      expectExpansion(
        of: """
          @Model("counter", archive: "Count")
          final class Counter {
            @Key let primaryKey: String

            init(_ key: String) { primaryKey = key }
          }
          """,
        is: """
          final class Counter {
            let primaryKey: String

            init(_ key: String) { primaryKey = key }

            static let collectionName: String = "counter"

            static let keyFields: [String] = ["primaryKey"]

            private enum ArchiveLevel {
              static let schema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
                class: "Count",
                fields: [
                  .init("primaryKey", String.self),
                ])
            }

            static var archiveSchema: Lode.MacroExpansion.ArchiveSchema { ArchiveLevel.schema }

            func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
              try archive.beginLevel(ArchiveLevel.schema)
              try archive.encode(primaryKey)
            }

            required init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
              try archive.enterLevel(ArchiveLevel.schema)
              primaryKey = try archive.decode(0)
            }

            enum ArchiveFields {
              static var primaryKey: Lode.MacroExpansion.ArchivedField<Counter, String> { .init(0) }
            }
          }

          extension Counter: Lode.MacroExpansion.ArchivableClass, Lode.ArchivableValue, Lode.Model {}
          """)
    }
  }
#endif
