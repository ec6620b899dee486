import Foundation
import LodeCoding
import LodeTestSupport
import Testing

@Suite("Blobs are values that hold bytes")
struct BlobTests {
  private struct Album: Codable, Equatable {
    var cover: Blob?
    var pictures: [Blob]
  }

  private let blob = Blob([1, 2, 3])

  private func goldenArchive(_ index: Int) throws -> [UInt8] {
    let rows = try goldenRows(page: "Blobs.md", heading: "Golden archives", columns: 3)
    return bytes(hex: rows[index][2])
  }

  @Test func `a blob is what its bytes are`() {
    #expect(blob == Blob(Data([1, 2, 3])))
    #expect(blob.count == 3 && blob.data == Data([1, 2, 3]))
    let long = Data(repeating: 7, count: 100)
    #expect(Blob(long + [1]) != Blob(long + [2]))
    #expect(Blob([]).count == 0)
  }

  @Test func `schemas and archives have the bytes of the format's page`() throws {
    let schemas = try goldenRows(page: "Blobs.md", heading: "Golden schemas", columns: 2)
    #expect(Blob.archiveSchemas.map(\.definition) == schemas.map { bytes(hex: $0[1]) })
    let archived = try Archiver().withStored(blob, number: { _ in 1 }) { $0.copied() }
    #expect(try archived == goldenArchive(0))
    let stored = try goldenArchive(1)
    let archive = try Archive(stored: stored.span) { Blob.archiveSchemas[Int($0) - 1] }
    #expect(archive.root["number"]?.int == 5)
  }

  @Test func `a blob's number outside of its store is refused`() throws {
    let stored = try goldenArchive(1)
    let error = #expect(throws: ArchiveError.self) {
      try Unarchiver().unarchive(Blob.self, stored: stored.span) {
        Blob.archiveSchemas[Int($0) - 1]
      }
    }
    #expect(error?.code == .unknownReference)
  }

  @Test func `archives, JSON and values without a type give blobs back`() throws {
    let album = Album(cover: blob, pictures: [Blob([]), blob])
    let bytes = try Archiver().archive(codable: album)
    #expect(try Unarchiver().unarchive(codable: Album.self, from: bytes.span) == album)
    let archive = try Archive(bytes.span)
    #expect(archive.root["cover"]?.blob == blob)
    #expect(try archive.encoded() == bytes)
    #expect(try Archive(json: archive.json()) == archive)
    let value: ArchiveValue = ["photo": .blob(blob)]
    #expect(try value.json() == #"{"photo":{"$blob":"AQID"}}"#)
    #expect(try ArchiveValue(json: value.json()) == value)
    #expect(throws: ArchiveError.self) { try ArchiveValue(json: #"{"$blob":"AQI"}"#) }
    #expect(ArchiveValue.blob(blob).blob == blob)
    #expect(ArchiveValue.data(blob.data).blob == nil)
    let json = try JSONEncoder().encode(album)
    #expect(try JSONDecoder().decode(Album.self, from: json) == album)
  }
}
