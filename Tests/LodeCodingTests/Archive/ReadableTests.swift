import Foundation
import LodeCoding
import Testing

// What these tests are about was found by Tests/Fuzz: archives that were written, and that nobody
// could read.

/// Two of them may differ and be archived the same.
private struct Cached: Archivable, Hashable {
  var id: Int
  var cache = 0
  static let archiveSchema = ArchiveSchema("Cached", fields: [.init("id", Int.self)])

  init(_ id: Int, cache: Int) {
    self.id = id
    self.cache = cache
  }

  func encode(to archive: inout ArchiveWriter) throws { try archive.encode(id) }
  init(from archive: inout ArchiveReader) throws { id = try archive.decode(0) }
}

private struct CodableCached: Codable, Hashable {
  var id: Int
  var cache = 0
  private enum CodingKeys: String, CodingKey { case id }
}

@Suite("What cannot be read is not written")
struct ReadableTests {
  // A store would have taken the set, and refused to read the row ever after.
  @Test func `elements of a set, and keys, that are archived the same are refused`() throws {
    let sets: [() throws -> [UInt8]] = [
      { try Archiver.archive(Set([Double.nan, .nan])) },
      { try Archiver.archive(Set([Cached(1, cache: 1), Cached(1, cache: 2)])) },
      { try Archiver.archive([Cached(1, cache: 1): 1, Cached(1, cache: 2): 2]) },
      {
        try Archiver.archive(codable: Set([CodableCached(id: 1), CodableCached(id: 1, cache: 2)]))
      },
      {
        try Archiver.archive(
          codable: [CodableCached(id: 1): 1, CodableCached(id: 1, cache: 2): 2])
      },
      { try Archive([.set([1, .uint(1)])], type: .array(.set(.int8))).encoded() },
      { try Archive(.dictionary([1: 2, .uint(1): 3]), type: .dictionary(.int64, .any)).encoded() },
    ]
    for set in sets { #expect(archiveErrorCode(set) == .equalElements) }
    let different = Set([Cached(1, cache: 1), Cached(2, cache: 1)])
    #expect(
      try Unarchiver.unarchive(Set<Cached>.self, from: Archiver.archive(different)).count == 2)
  }

  // JSON typed by hand went into a store and did not come out of it.
  @Test func `references to objects that are not there are refused`() throws {
    for json in [
      #"{"$archive":"object","root":{"$reference":1}}"#,
      #"{"$archive":"[object?]","root":[null,{"$reference":2}],"objects":[null]}"#,
      #"{"$archive":"object","root":{"$reference":-1},"objects":[null]}"#,
    ] {
      let archive = try Archive(json: json)
      #expect(archiveErrorCode { try archive.encoded() } == .unknownReference)
    }
    let absent = try Archive(
      json: #"{"$archive":"object","root":{"$reference":1},"objects":[null]}"#)
    let bytes = try absent.encoded()
    #expect(try Archive(bytes.span) == absent)
  }

  // An infinite number would have stood where the text has a finite one.
  @Test func `numbers of JSON that do not fit their type are refused`() throws {
    for json in [#"{"$float":1e39}"#, #"{"$double":-1e309}"#, #"{"$date":1e309}"#, "1e309"] {
      #expect(throws: ArchiveError.self, "\(json)") { try ArchiveValue(json: json) }
    }
    #expect(try ArchiveValue(json: #"{"$float":3e38}"#) == .float(3e38))
  }
}

/// Whatever fields, by name.
private struct Fields: Codable, Equatable {
  var fields: [(name: String, value: Int)]

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(_ fields: KeyValuePairs<String, Int>) { self.fields = fields.map { ($0, $1) } }

  static func == (a: Fields, b: Fields) -> Bool {
    a.fields.elementsEqual(b.fields) { Array($0.name.utf8) == Array($1.name.utf8) && $0.1 == $1.1 }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (name, value) in fields { try container.encode(value, forKey: Name(stringValue: name)) }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    fields = []
    for key in container.allKeys.reversed() {
      fields.append((key.stringValue, try container.decode(Int.self, forKey: key)))
    }
    fields.reverse()
  }
}

@Suite("Fields whose names Unicode takes for the same text")
struct TwinNameTests {
  private let one = "\u{E9}"
  private let two = "e\u{301}"

  // The first field was read in place of the second: a wrong value, or an archive said to be
  // damaged.
  @Test func `are two fields without their type`() throws {
    let object = ArchivedObject(
      "File", fields: [.init(one, type: .string, "a"), .init(two, type: .any, .array([1, 2]))])
    let archive = Archive(.object(object))
    let bytes = try archive.encoded()
    #expect(try Archive(bytes.span) == archive)
    #expect(object.schema.index(of: one) == 0 && object.schema.index(of: two) == 1)
  }

  @Test func `are two fields of extensions`() throws {
    var pet = GoldenPet()
    let first = ArchiveExtensionField<Int>("A", one)
    let second = ArchiveExtensionField<[String]>("A", two)
    pet.extensions[first] = 5
    pet.extensions[second] = ["x"]
    let back = try Unarchiver.unarchive(GoldenPet.self, from: try Archiver.archive(pet))
    #expect(back == pet && back.extensions[first] == 5 && back.extensions[second] == ["x"])
  }

  @Test func `are two fields of Codable types, whatever their order`() throws {
    for fields in [
      Fields([one: 1, two: 2]), Fields([two: 3, one: 4]), Fields([one: 5, "x": 6, two: 7]),
    ] {
      let bytes = try Archiver.archive(codable: fields)
      #expect(try Unarchiver.unarchive(codable: Fields.self, from: bytes) == fields)
    }
  }

  @Test func `are one field, where the archive has only the other`() throws {
    let bytes = try Archiver.archive(codable: Fields([one: 1]))
    let schema = ArchiveSchema("Fields", fields: [.init(two, Int.self)])
    #expect(schema.index(of: one) == 0)
    #expect(try Archive(bytes.span).root[two] == 1)
  }
}
