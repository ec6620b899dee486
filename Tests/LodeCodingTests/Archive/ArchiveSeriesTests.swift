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

  /// Decodes an archive, and returns whether the reader asked for a schema.
  private func read<Value: ArchivableValue>(
    _ bytes: [UInt8], as type: Value.Type = Pet.self, _ series: inout ArchiveSeries,
    schema: (UInt32) -> ArchiveSchema?
  ) throws -> (value: Value, asked: Bool) {
    var asked = false
    let value = try series.unarchive(type, bytes.span, blobs: { nil }) { number in
      asked = true
      return schema(number)
    }
    return (value, asked)
  }

  @Test
  func `the next row of the same version is read without its schemas, another version's is not`()
    throws
  {
    var series = ArchiveSeries()
    let (rex, tom) = (try stored(Pet("Rex", 3)), try stored(Pet("Tom", nil)))
    let old: [UInt8] = [1, 1, 2, 0x11, 1, 0] + Array("Old".utf8)
    let rows = [
      (rex, Pet("Rex", 3), true), (rex, Pet("Rex", 3), false), (tom, Pet("Tom", nil), false),
      (old, Pet("Old", nil), true), (old, Pet("Old", nil), false), (rex, Pet("Rex", 3), true),
    ]
    for (bytes, pet, isNew) in rows {
      let read = try read(bytes, &series, schema: schema)
      #expect(read.value == pet && read.asked == isNew)
    }
  }

  @Test
  func
    `damaged rows are read or refused as by who has seen no other, and the next sound one is read`()
    throws
  {
    let sound = try stored(Pet("Rex", 3))
    var known = 0
    for bytes in sound.indices.map({ Array(sound[..<$0]) }) + sound.withEachBitTurned {
      var series = ArchiveSeries()
      _ = try read(sound, &series, schema: schema) as (Pet, Bool)
      let whole = Result {
        try Unarchiver().unarchive(Pet.self, stored: bytes.span, schema: schema)
      }
      let next: Result<(value: Pet, asked: Bool), any Error> = Result {
        try read(bytes, &series, schema: schema)
      }
      switch (whole, next) {
      case (.success(let a), .success(let b)):
        #expect(a == b.value)
        if !b.asked { known += 1 }
      case (.failure(let a), .failure(let b)):
        #expect("\(a)" == "\(b)")
        if bytes.starts(with: sound[..<4]), bytes.count >= 8 { known += 1 }
      default: Issue.record("\(bytes): \(whole) and \(next)")
      }
      let again: (value: Pet, asked: Bool) = try read(sound, &series, schema: schema)
      #expect(again.value == Pet("Rex", 3))
    }
    #expect(known > 50)
  }

  @Test
  func `the schemas of archives with blobs and of other types are read each time`() throws {
    var series = ArchiveSeries()
    let longs = try Archiver().encode([1, 2, 3, 4, 5, 6, 7, 8]).stored { _ in 1 }
    for _ in 0..<2 {
      #expect(
        try read(longs, as: [Int32].self, &series, schema: { _ in nil }).value
          == [1, 2, 3, 4, 5, 6, 7, 8])
    }
    let encoded = try Archiver().encode(["a": Blob([1, 2, 3, 4])])
    let bytes = encoded.stored { _ in 1 }
    for _ in 0..<2 {
      let read = try read(
        bytes, as: [String: Blob].self, &series, schema: { _ in encoded.schemas[0] })
      #expect(read.asked)
    }
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
