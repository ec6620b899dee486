import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Archives of every shape come back as they were")
struct ArchivePropertyTests {
  @Test(.tags(.random))
  func `through bytes of both forms and through JSON, the bytes the same every time`() throws {
    let seed = SeededGenerator().seed
    var random = RandomArchives(seed: seed)
    for round in 0..<rounds(1_500) {
      let archive = random.archive()
      let context: Comment = "seed \(seed), round \(round): \(archive)"
      try expectSameBytes(archive, context)
      try expectSameJSON(archive, context)
    }
  }

  private func expectSameBytes(_ archive: Archive, _ context: Comment) throws {
    let bytes = try archive.encoded()
    let back = try Archive(bytes.span)
    #expect(back == archive, context)
    let again = try back.encoded()
    #expect(again == bytes, context)
    let encoded = try archive.forStore()
    let stored = storedByPlaces(encoded)
    let fromStore = try Archive(stored: stored.span) { encoded.schemas[Int($0) - 1] }
    #expect(fromStore == archive, context)
  }

  private func expectSameJSON(_ archive: Archive, _ context: Comment) throws {
    let json = try archive.json()
    let back = try Archive(json: json)
    #expect(back == archive, context)
    let indented = try archive.json(isIndented: true)
    let again = try Archive(json: indented).json()
    #expect(again == json, context)
    #expect(!archive.debugDump().isEmpty)
  }

  @Test(.tags(.random))
  func `and damaged ones are refused or read, cut anywhere and with any bit turned`() throws {
    let seed = SeededGenerator().seed
    var random = RandomArchives(seed: seed)
    for round in 0..<rounds(60) {
      let archive = random.archive()
      let encoded = try archive.forStore()
      let stored = storedByPlaces(encoded)
      guard stored.count < 600 else { continue }
      let context: Comment = "seed \(seed), round \(round): \(archive)"
      for count in stored.indices {
        expectNoTrap(Array(stored[..<count]), encoded.schemas, context)
      }
      for bit in 0..<stored.count * 8 {
        var bytes = stored
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        expectNoTrap(bytes, encoded.schemas, context)
      }
    }
  }

  @Test func `and every turned bit of the self-contained form is noticed`() throws {
    var random = RandomArchives(seed: 7)
    for _ in 0..<rounds(20) {
      let bytes = try random.archive().encoded()
      if bytes.count < 400 { expectAllRefused(bytes) }
    }
  }

  private func expectAllRefused(_ bytes: [UInt8]) {
    for bit in 0..<bytes.count * 8 {
      var damaged = bytes
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(isRefused(damaged), "bit \(bit)")
    }
    for count in bytes.indices { #expect(isRefused(Array(bytes[..<count])), "\(count) bytes") }
  }

  private func isRefused(_ bytes: [UInt8]) -> Bool {
    archiveErrorCode { try Archive(bytes.span) } != nil
  }

  /// A value that is read from damaged bytes can be archived too; anything else is an
  /// `ArchiveError`.
  private func expectNoTrap(_ bytes: [UInt8], _ schemas: [ArchiveSchema], _ context: Comment) {
    switch Result(catching: { try isReadTwice(bytes, schemas) }) {
    case .success(let isSame): #expect(isSame, context)
    case .failure(let error): #expect(error is ArchiveError, context)
    }
    _ = archiveErrorCode { try readAsPerson(bytes) }
  }

  private func isReadTwice(_ bytes: [UInt8], _ schemas: [ArchiveSchema]) throws -> Bool {
    let read = try Archive(stored: bytes.span) { number in
      let index = Int(number) - 1
      return schemas.indices.contains(index) ? schemas[index] : nil
    }
    let again = try read.encoded()
    return try Archive(again.span) == read
  }

  private func readAsPerson(_ bytes: [UInt8]) throws -> Person {
    try Unarchiver().unarchive(Person.self, stored: bytes.span) { _ in Person.archiveSchema }
  }
}
