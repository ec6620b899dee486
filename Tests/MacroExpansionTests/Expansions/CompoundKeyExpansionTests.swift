#if Macros
  import Testing

  @Suite("Keys of several properties: a struct that is coded as their tuple")
  struct CompoundKeyExpansionTests {
    /// The part of an expansion that is about the key, which stands before what `@Archivable`
    /// writes.
    private func expectMembers(
      of source: String, are expected: String,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let whole = expansion(of: source)
      #expect(whole.contains(expected), "\(whole)", sourceLocation: sourceLocation)
    }

    @Test
    func `the key has the names of its properties, in their order, and the model's version`() {
      expectMembers(
        of: """
          @Model("card", version: 3, was: ["Pass"], archive: "Card-1")
          public struct Card {
            var owner = ""
            @Key public var cardID: String
            @Stored("years", was: "age") @Key public var `default`: Int
          }
          """,
        are: """
          extension Card: Lode.Archivable, Lode.ArchivableValue, Lode.Model {
            public static let collectionName: String = "card"

            public static let keyFields: [String] = ["cardID", "years"]

            public var primaryKey: PrimaryKey { PrimaryKey(cardID: cardID, default: `default`) }

            public struct PrimaryKey: Lode.MacroExpansion.CompoundKey, Lode.Archivable, Hashable {
              public var cardID: String
              public var `default`: Int

              public init(cardID: String, default: Int) {
                self.cardID = cardID
                self.`default` = `default`
              }

              public func encodeElements(into buffer: inout Lode.MacroExpansion.KeyBuffer) {
                self.cardID.encodeKeyElement(into: &buffer)
                self.`default`.encodeKeyElement(into: &buffer)
              }

              public init(elements reader: inout Lode.MacroExpansion.KeyReader) throws(Lode.MacroExpansion.KeyError) {
                self.cardID = try reader.read(String.self)
                self.`default` = try reader.read(Int.self)
              }

              public static let archiveSchema: Lode.MacroExpansion.ArchiveSchema = Lode.MacroExpansion.ArchiveSchema(
                "Card-1" + ".PrimaryKey", version: 3, was: ["Pass"].map { $0 + ".PrimaryKey" },
                fields: [
                  .init("cardID", String.self),
                  .init("years", Int.self, was: ["age"], property: "default"),
                ])

              public func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws {
                try archive.encode(cardID)
                try archive.encode(`default`)
              }

              public init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws {
                (cardID, `default`) = (
                  try archive.decode(0),
                  try archive.decode(1)
                )
              }
            }

            public static let archiveSchema
          """)
    }

    @Test
    func `inside of another type it stands in the model itself, which sees what stands beside it`()
    {
      expectMembers(
        of: """
          enum Shop {
            @Model
            struct Line {
              @Key var order: Number
              @Key var line: Int
            }
          }
          """,
        are: """
              static let collectionName: String = "Line"

              static let keyFields: [String] = ["order", "line"]

              var primaryKey: PrimaryKey { PrimaryKey(order: order, line: line) }

              struct PrimaryKey: Lode.MacroExpansion.CompoundKey, Lode.Archivable, Hashable {
                var order: Number
                var line: Int
          """)
    }
  }
#endif
