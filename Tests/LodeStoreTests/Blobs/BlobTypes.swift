import LodeCoding

/// A value with a blob.
struct Picture: Archivable, Equatable {
  var id: Int
  var blob: Blob
  var note: String

  init(id: Int, blob: Blob, note: String = "") {
    self.id = id
    self.blob = blob
    self.note = note
  }

  static let archiveSchema = ArchiveSchema(
    "Picture",
    fields: [.init("id", Int.self), .init("blob", Blob.self), .init("note", String.self)])
  static let id = ArchivedField<Picture, Int>(0)
  static let blob = ArchivedField<Picture, Blob>(1)

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(blob)
    try archive.encode(note)
  }

  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    blob = try archive.decode(1)
    note = try archive.decode(2)
  }
}

/// A value with blobs everywhere.
struct Album: Codable, Equatable {
  var cover: Blob?
  var pages: [Blob]
  var named: [String: Blob]
  var anything: [String: Blob]
}
