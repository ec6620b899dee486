import Foundation
import LodeModels
import LodeTestSupport

/// A model with a full-text index, an entry for each tag, and values that need pages of their own.
struct Note: Archivable, Model, Equatable {
  var slug: String
  var title: String
  var text: String
  var stars: Int
  var tags: [String]
  var attachment: Data?

  static let collectionName = "notes"
  static let keyFields = ["slug"]
  static let indexes = [
    IndexDefinition("tags[]", name: "ordered tags"),
    IndexDefinition("stars", name: "counting stars").counting("stars"),
    IndexDefinition(search: [SearchField("title", weight: 2), "text"], name: "search text"),
  ]
  var primaryKey: String { slug }

  static let archiveSchema = ArchiveSchema(
    "Note",
    fields: [
      .init("slug", String.self), .init("title", String.self), .init("text", String.self),
      .init("stars", Int.self), .init("tags", [String].self), .init("attachment", Data?.self),
    ])
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(slug)
    try archive.encode(title)
    try archive.encode(text)
    try archive.encode(stars)
    try archive.encode(tags)
    try archive.encode(attachment)
  }
  init(from archive: inout ArchiveReader) throws {
    slug = try archive.decode(0)
    title = try archive.decode(1)
    text = try archive.decode(2)
    stars = try archive.decode(3)
    tags = try archive.decode(4)
    attachment = try archive.decode(5)
  }

  init(_ number: Int, _ random: inout SeededGenerator) {
    slug = Self.slug(number)
    title = Words.many(2...5, &random)
    text = Words.many(20...60, &random)
    stars = Int.random(in: 0..<6, using: &random)
    tags = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      "tag \(Int.random(in: 0..<Self.allTags, using: &random))"
    }
    if number % 40 == 7 {
      attachment = Data(Words.bytes(Int.random(in: 3000...9000, using: &random), &random))
    }
  }

  static func slug(_ number: Int) -> String { "note-\(number)" }
  static let allTags = 25
}
