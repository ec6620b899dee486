import Foundation
import LodeModels
import LodeTestSupport

/// A model whose rows share blobs.
struct Picture: Archivable, Model, Equatable {
  var id: UUID
  var number: Int
  var label: String
  var image: Blob
  var thumbnail: Blob?

  static let collectionName = "pictures"
  static let keyFields = ["id"]
  static let indexes = [
    IndexDefinition("label", name: "ordered label"),
    IndexDefinition("number", name: "unique number").unique(),
  ]
  var primaryKey: UUID { id }

  static let archiveSchema = ArchiveSchema(
    "Picture",
    fields: [
      .init("id", UUID.self), .init("number", Int.self), .init("label", String.self),
      .init("image", Blob.self), .init("thumbnail", Blob?.self),
    ])
  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(number)
    try archive.encode(label)
    try archive.encode(image)
    try archive.encode(thumbnail)
  }
  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    number = try archive.decode(1)
    label = try archive.decode(2)
    image = try archive.decode(3)
    thumbnail = try archive.decode(4)
  }

  init(_ number: Int, _ random: inout SeededGenerator) {
    id = Self.id(number)
    self.number = number
    label = "label \(Int.random(in: 0..<30, using: &random)) \(Words.one(&random))"
    image = Self.blob(Int.random(in: 0..<Self.blobs, using: &random))
    if Bool.random(using: &random) {
      thumbnail = Self.blob(Int.random(in: 0..<4, using: &random))
    }
  }

  /// The identifiers of rows follow from their numbers, and are not in their order.
  static func id(_ number: Int) -> UUID {
    var random = SeededGenerator(seed: UInt64(number))
    var bytes = Words.bytes(16, &random).makeIterator()
    func next() -> UInt8 { bytes.next() ?? 0 }
    return UUID(
      uuid: (
        next(), next(), next(), next(), next(), next(), next(), next(), next(), next(), next(),
        next(), next(), next(), next(), next()
      ))
  }

  /// The blobs are few, so that rows share them; one has two pieces.
  static func blob(_ number: Int) -> Blob {
    var random = SeededGenerator(seed: UInt64(number))
    return Blob(Words.bytes(number == 5 ? 70_000 : 600 + number % 6 * 900, &random))
  }

  static let blobs = 40
}
