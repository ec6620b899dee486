public import LodeModels

/// A document of three texts that are searched.
public struct Article: Archivable, Model, Hashable {
  /// The key, from 1.
  public var id: Int
  /// Some words.
  public var title: String
  /// Sentences.
  public var body: String
  /// A few words, with commas.
  public var tags: String

  /// Creates a document.
  public init(id: Int, title: String, body: String, tags: String) {
    self.id = id
    self.title = title
    self.body = body
    self.tags = tags
  }

  // Written by hand, since no benchmark needs macros.

  /// The collection.
  public static let collectionName = "articles"
  /// The key's field.
  public static let keyFields = ["id"]
  /// All texts are searched, by words as SQLite's `unicode61` has them: the peer finds no parts of
  /// CJK runs.
  public static let indexes = [
    IndexDefinition(
      search: ["title", "body", "tags"].map {
        SearchField(ArchivePath(parsing: $0), tokenizer: .unicode())
      })
  ]
  /// The key.
  public var primaryKey: Int { id }
  /// The fields.
  public static let archiveSchema = ArchiveSchema(
    "Article",
    fields: [
      .init("id", Int.self), .init("title", String.self), .init("body", String.self),
      .init("tags", String.self),
    ])

  /// Writes the fields.
  public func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(title)
    try archive.encode(body)
    try archive.encode(tags)
  }

  /// Reads the fields.
  public init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    title = try archive.decode(1)
    body = try archive.decode(2)
    tags = try archive.decode(3)
  }
}
