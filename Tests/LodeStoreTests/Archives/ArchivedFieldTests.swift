import LodeCoding
import LodeStore
import Testing

private struct Track: Archivable, Equatable {
  var title: String
  var seconds: Int
  static let archiveSchema = ArchiveSchema(
    "Track", fields: [.init("title", String.self), .init("seconds", Int.self)])
  static let title = ArchivedField<Track, String>(0)
  static let seconds = ArchivedField<Track, Int>(1)

  init(_ title: String, seconds: Int) {
    self.title = title
    self.seconds = seconds
  }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(title)
    try archive.encode(seconds)
  }

  init(from archive: inout ArchiveReader) throws {
    title = try archive.decode(0)
    seconds = try archive.decode(1)
  }
}

@Suite("Fields of archived rows")
struct ArchivedFieldTests {
  private let fixture: TestStore

  init() throws {
    fixture = try TestStore()
    try fixture.store.write { transaction in
      let tracks = transaction["tracks"]
      for number in 1...100 {
        try tracks.put(Track("Song \(number)", seconds: number * 10), forKey: number)
      }
      try tracks.put("no archive", forKey: 1_000)
    }
  }

  @Test func `a field at a key is read alone; without a row there is none`() throws {
    try fixture.store.read { transaction in
      let tracks = transaction["tracks"]
      let seconds = try tracks.field(Track.seconds, at: 7)
      let title = try tracks.field(Track.title, at: 100)
      let none = try tracks.field(Track.title, at: 101)
      #expect(seconds == 70 && title == "Song 100" && none == nil)
    }
    expect(.typeMismatch) {
      try fixture.store.read { _ = try $0["tracks"].field(Track.title, at: 1_000) }
    }
  }

  @Test func `a scan reads a field of each row, in the order of the keys`() throws {
    try fixture.store.read { transaction in
      let tracks = transaction["tracks"]
      var seconds: [Int] = []
      try tracks.forEachField(Track.seconds, limit: 3) { _, value in seconds.append(value) }
      #expect(seconds == [10, 20, 30])
      var reader = ArchiveFieldReader<Track>()
      var titles = 0
      try tracks.forEach(limit: 100) { row in
        if try tracks.value(of: row, Track.title, &reader).hasPrefix("Song") { titles += 1 }
      }
      #expect(titles == 100)
    }
  }
}
