import Foundation
import LodeCoding
import Testing

@Suite("Archives are whole without the types that wrote them")
struct UntypedTests {
  @Test func `every edge of a value comes back, typed and untyped`() throws {
    let edges = Edges()
    let bytes = try Archiver.archive(edges)
    #expect(try Unarchiver.unarchive(Edges.self, from: bytes) == edges)
    let archive = try Archive(bytes.span)
    #expect(archive.root["s"] == .null && archive.root["s2"] == "" && archive.root["s5"] == "c'asa")
    #expect(archive.root["i"]?.int == .min && archive.root["u"] == .uint(.max))
    #expect(archive.root["n"] == .double(-0.0) && archive.root["n"] != .double(0.0))
    #expect(archive.root["date"]?.date == edges.date)
    #expect(archive.root["twice"] == .typed(.optional(.int64), .null))
    #expect(try archive.encoded() == bytes)
  }

  @Test
  func `objects of types that are gone carry their fields, at the root and in arrays`() throws {
    let gone = ArchiveValue.object(ArchivedObject("Gone", version: 3, fields: [.init("date", 5)]))
    for root in [gone, [gone, gone]] {
      let bytes = try Archive(root).encoded()
      let back = try Archive(bytes.span)
      #expect(back.root == root)
      #expect(try back.encoded() == bytes)
      #expect((back.root[1] ?? back.root)["date"] == 5)
    }
  }

  @Test func `reading as another type fails, and leaves the archive to be read rightly`() throws {
    let people = [Person(), Person()]
    let bytes = try Archiver.archive(people)
    #expect(
      archiveErrorCode { try Unarchiver.unarchive([Address].self, from: bytes) } == .typeMismatch)
    #expect(try Unarchiver.unarchive([Person].self, from: bytes) == people)
    #expect(try Archive(bytes.span).encoded() == bytes)
  }

  @Test func `a property can hold whatever value`() throws {
    let values: [ArchiveValue] = [nil, true, 5, 1.5, "x", ["a": [1, nil]], .set([1, "a"])]
    let bytes = try Archiver.archive(values)
    #expect(try Unarchiver.unarchive([ArchiveValue].self, from: bytes) == values)
    #expect(archiveErrorCode { try Archiver.archive(ArchiveValue.reference(1)) } == .typeMismatch)
  }

  @Test func `deep nesting is refused where it is written, where it is read, and in JSON`() throws {
    var value: ArchiveValue = []
    for _ in 0..<300 { value = [value] }
    #expect(archiveErrorCode { try Archive(value).encoded() } == .tooDeep)
    var limits = ArchiveLimits()
    limits.depth = 700
    let bytes = try Archive(value).encoded(limits: limits)
    #expect(archiveErrorCode { try Archive(bytes.span) } == .tooDeep)
    #expect(try Archive(bytes.span, limits: limits).root == value)
    let text = String(repeating: "[", count: 100_000)
    #expect(archiveErrorCode { try ArchiveValue(json: text) } == .tooDeep)
  }

  @Test func `more elements or bytes than allowed are refused`() throws {
    let bytes = try Archiver.archive([1, 2, 3])
    var limits = ArchiveLimits()
    limits.count = 2
    #expect(archiveErrorCode { try Archive(bytes.span, limits: limits) } == .tooLarge)
    limits = ArchiveLimits()
    limits.size = bytes.count - 1
    #expect(archiveErrorCode { try Archive(bytes.span, limits: limits) } == .tooLarge)
  }
}

@Suite("Fields of an object can be changed")
struct EditingTests {
  private let object = ArchivedObject(
    "A", fields: [.init("a", type: .int8, 1), .init("b", type: .string, "x")])

  @Test
  func `a value is set with the type of its field where that can be, and its own otherwise`() {
    var object = object
    object.set("a", 2)
    #expect(object.fields[0].type == .int8)
    let wasThere = object.set("a", 300)
    #expect(wasThere && object.fields[0].type == .int64)
    let isNew = !object.set("c", nil)
    #expect(isNew && object.fields[2].type == .optional(.any))
    object["c"] = nil
    #expect(!object.contains("c") && object["c"] == nil)
  }

  @Test
  func
    `renaming takes the place of a field of the new name, and nothing when there is none of the old`()
  {
    var object = object
    let absent = [object.rename("z", to: "b"), object.rename("z", to: "b", setting: 5)]
    #expect(absent == [false, false] && object == self.object)
    object.rename("a", to: "b")
    #expect(object.fields == [.init("b", type: .int8, 1)])
    object.rename("b", to: "c", setting: nil)
    #expect(object.fields.isEmpty)
    let removed = object.remove("c")
    #expect(!removed)
  }

  /// Archiving dropped the fields of the superclass without an error.
  @Test(arguments: [ArchiveSchema.Kind.structure, .enumCase("a")])
  func `a superclass of a structure or a case is refused`(_ kind: ArchiveSchema.Kind) throws {
    let object = ArchivedObject("B", kind: kind, fields: [.init("b", 1)], superclass: object)
    let error = #expect(throws: ArchiveError.self) { try Archive(.object(object)).encoded() }
    #expect(error?.code == .wrongFields)
  }
}

private struct Edges: Archivable, Equatable {
  var s: String?
  var s2 = ""
  var s3 = "null"
  var s4 = "(null)"
  var s5 = "c'asa"
  var s6 = "a\0b"
  var d = Data()
  var b = Data([0])
  var i = Int64.min
  var u = UInt64.max
  var x = 3.1415926
  var n = -0.0
  var date = Date(timeIntervalSince1970: 1_484_126_444.78973)
  var list: [String] = []
  var set: Set<String> = ["a", "b"]
  var twice: Int?? = .some(nil)

  init() {}

  static let archiveSchema = ArchiveSchema(
    "Edges",
    fields: [
      .init("s", String?.self), .init("s2", String.self), .init("s3", String.self),
      .init("s4", String.self), .init("s5", String.self), .init("s6", String.self),
      .init("d", Data.self), .init("b", Data.self), .init("i", Int64.self),
      .init("u", UInt64.self), .init("x", Double.self), .init("n", Double.self),
      .init("date", Date.self), .init("list", [String].self), .init("set", Set<String>.self),
      .init("twice", Int??.self),
    ])

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(s)
    for text in [s2, s3, s4, s5, s6] { try archive.encode(text) }
    try archive.encode(d)
    try archive.encode(b)
    try archive.encode(i)
    try archive.encode(u)
    try archive.encode(x)
    try archive.encode(n)
    try archive.encode(date)
    try archive.encode(list)
    try archive.encode(set)
    try archive.encode(twice)
  }

  init(from archive: inout ArchiveReader) throws {
    s = try archive.decode(0)
    s2 = try archive.decode(1)
    s3 = try archive.decode(2)
    s4 = try archive.decode(3)
    s5 = try archive.decode(4)
    s6 = try archive.decode(5)
    d = try archive.decode(6)
    b = try archive.decode(7)
    i = try archive.decode(8)
    u = try archive.decode(9)
    x = try archive.decode(10)
    n = try archive.decode(11)
    date = try archive.decode(12)
    list = try archive.decode(13)
    set = try archive.decode(14)
    twice = try archive.decode(15)
  }
}
