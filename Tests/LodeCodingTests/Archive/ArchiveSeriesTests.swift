import LodeCoding
import Testing

@Suite("Rows that begin alike")
struct ArchiveSeriesTests {
  private struct Pet: Archivable, Equatable {
    var name: String
    var age: Int?
    static let archiveSchema = ArchiveSchema(
      "Pet", version: 2, fields: [.init("name", String.self), .init("age", Int?.self)])
    static let first = ArchiveSchema("Pet", fields: [.init("name", String.self)])

    init(_ name: String, _ age: Int?) { (self.name, self.age) = (name, age) }

    func encode(to archive: inout ArchiveWriter) throws {
      try archive.encode(name)
      try archive.encode(age)
    }

    init(from archive: inout ArchiveReader) throws {
      (name, age) = (try archive.decode(0), try archive.decode(1))
    }
  }

  private let schemas = [Pet.archiveSchema, Pet.first]

  private func stored(_ pet: Pet) throws -> [UInt8] {
    try Archiver().withStored(pet, number: { _ in 1 }) { $0.copied() }
  }

  private func schema(_ number: UInt32) -> ArchiveSchema? {
    (1...2).contains(number) ? schemas[Int(number) - 1] : nil
  }

  @Test
  func `the next row of the same version is read without its schemas, another version's is not`()
    throws
  {
    var series = ArchiveSeries<Pet>()
    let (rex, tom) = (try stored(Pet("Rex", 3)), try stored(Pet("Tom", nil)))
    #expect(try series.known(in: rex.span) == nil)
    try series.learn(rex.span, schema: schema)
    #expect(try series.known(in: rex.span) == Pet("Rex", 3))
    #expect(try series.known(in: tom.span) == Pet("Tom", nil))
    let old: [UInt8] = [1, 1, 2, 0x11, 1, 0] + Array("Old".utf8)
    #expect(try series.known(in: old.span) == nil)
    try series.learn(old.span, schema: schema)
    #expect(try series.known(in: old.span) == Pet("Old", nil))
    #expect(try series.known(in: rex.span) == nil)
  }

  @Test
  func
    `damaged rows are read or refused as by who has seen no other, and the next sound one is read`()
    throws
  {
    let sound = try stored(Pet("Rex", 3))
    var series = ArchiveSeries<Pet>()
    try series.learn(sound.span, schema: schema)
    var known = 0
    for bytes in sound.indices.map({ Array(sound[..<$0]) }) + sound.withEachBitTurned {
      let whole = Result {
        try Unarchiver().unarchive(Pet.self, stored: bytes.span, schema: schema)
      }
      let next = Result { try series.known(in: bytes.span) }
      switch (whole, next) {
      case (.success(let a), .success(let b?)): #expect(a == b)
      case (.failure(let a), .failure(let b)): #expect("\(a)" == "\(b)")
      // Another front is left to others.
      case (_, .success(.none)): #expect(!bytes.starts(with: sound[..<4]) || bytes.count < 8)
      default: Issue.record("\(bytes): \(whole) and \(next)")
      }
      if case .success(.none) = next { continue }
      known += 1
      #expect(try series.known(in: sound.span) == Pet("Rex", 3))
    }
    #expect(known > 50)
  }

  @Test
  func `archives with shared objects, with blobs, and of other types are left to others`() throws {
    var series = ArchiveSeries<[String: Blob]>()
    let encoded = try Archiver().encode(["a": Blob([1, 2, 3, 4])])
    let bytes = encoded.stored { _ in 1 }
    try series.learn(bytes.span) { _ in encoded.schemas[0] }
    #expect(try series.known(in: bytes.span) == nil)
    var numbers = ArchiveSeries<[Int32]>()
    let longs = try Archiver().encode([1, 2, 3]).stored { _ in 1 }
    try numbers.learn(longs.span) { _ in nil }
    #expect(try numbers.known(in: longs.span) == nil)
  }
}

extension ArchiveSeries {
  fileprivate mutating func known(in bytes: Span<UInt8>) throws -> Value? {
    hasPrefix(of: bytes) ? try value(in: bytes) : nil
  }
}

extension [UInt8] {
  fileprivate var withEachBitTurned: [[UInt8]] {
    (0..<count * 8).map { bit in
      var bytes = self
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      return bytes
    }
  }
}
