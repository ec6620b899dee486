import Foundation
import LodeCoding
import Testing

@Suite("Values at paths")
struct PathReaderTests {
  /// The values at paths of one archive, each asked for twice.
  private func values<T: ArchivableValue>(
    _ value: T, _ paths: ArchivePath...
  ) throws -> [ArchiveValue?] {
    let archive = try Archiver().encode(value)
    let bytes = storedByPlaces(archive)
    var reader = ArchivePathReader(paths)
    var found: [ArchiveValue?] = []
    for path in paths.indices {
      for _ in 0..<2 {
        let value = try reader.value(of: path, in: bytes.span) { archive.schemas[Int($0) - 1] }
        if found.count > path { #expect(found[path] == value, "\(paths[path])") }
        if found.count == path { found.append(value) }
      }
    }
    return found
  }

  @Test func `fields of a structure, of every type`() throws {
    let person = Person()
    let found = try values(
      person, "id", "name", "age", "height", "tags", "scores", "words", "born")
    #expect(
      found == [
        .uuid(person.id), .string("Ada Lovelace"), .int(36), .double(1.65),
        .array(person.tags.map { .string($0) }), .array([.int(1), .int(-2), .int(.max)]),
        .set(Set(person.words.map { .string($0) })), .date(person.born),
      ])
  }

  @Test
  func `a field that is nil, one that is not there, and what is no field have no value`() throws {
    let found = try values(
      Person(), "nickname", "nickname.x", "nothing", "``", "name.x", "age.x", "tags.x", "tags.`0`")
    #expect(found == [nil, nil, nil, nil, nil, nil, nil, nil])
  }

  @Test func `fields of structures in structures`() throws {
    var person = Person()
    #expect(
      try values(person, "home.street", "home.number", "home.x")
        == [.string("St James's Square"), .int(12), nil])
    person.home?.number = nil
    let home = try values(person, "home.number", "home")
    #expect(home[0] == nil)
    #expect(home[1]?["street"] == .string("St James's Square"))
    person.home = nil
    #expect(try values(person, "home.street", "home.number", "home") == [nil, nil, nil])
  }

  @Test
  func `an enumeration of raw values is its raw value; a case with payloads has fields`() throws {
    #expect(try values(Person(), "colour", "colour.x") == [.string("green"), nil])
    let shape = Shape.group(.circle(radius: 2), .polygon([1, 2], closed: true))
    #expect(
      try values(shape, "_0.radius", "_1.closed", "_1.radius", "_1._0")
        == [.double(2), .bool(true), nil, .array([.int(1), .int(2)])])
  }

  @Test func `entries of dictionaries with texts as keys, typed and untyped`() throws {
    #expect(
      try values(Person(), "counts.a", "counts.b", "counts.c") == [
        .uint(1), .uint(.max >> 48), nil,
      ])
    let document: [String: ArchiveValue] = [
      "name": "Rex", "none": .null, "toys": ["ball"], "a.b": 1, "": true,
      "small": .typed(.int8, .int(5)), "nil": .typed(.optional(.int64), .null),
      "inner": ["x": 1.5, "y": ["z": .data(Data([1]))], "numbered": .dictionary([.int(1): 2])],
    ]
    let found = try values(
      document, "name", "none", "toys", "`a.b`", "``", "small", "nil", "inner.x", "inner.y.z",
      "inner.numbered.`1`", "inner.w", "name.x")
    #expect(
      found == [
        .string("Rex"), nil, .array([.string("ball")]), .int(1), .bool(true), .int(5), nil,
        .double(1.5), .data(Data([1])), nil, nil, nil,
      ])
    #expect(try values(["a": 1, "é": 2], "a", "é", "e\u{301}") == [.int(1), .int(2), nil])
    #expect(try values([1: "a"], "`1`", "a") == [nil, nil])
  }

  @Test func `a path without names is the archived value`() throws {
    #expect(try values(7, "", "x") == [.int(7), nil])
    #expect(try values("text", "") == [.string("text")])
    #expect(try values(Int?.none, "", "x") == [nil, nil])
    #expect(try values(Int??.some(nil), "") == [nil])
    #expect(try values(Person(), "")[0]?.object?.name == "Person")
    #expect(try values([1, 2], "") == [.array([.int(1), .int(2)])])
  }

  @Test
  func `fields of an object's own class and of its superclasses, also behind references`() throws {
    let leaf = Leaf("leaf", weight: 3)
    let root = Node("root", children: [leaf])
    root.friend = leaf
    leaf.friend = root
    defer { leaf.friend = nil }
    #expect(
      try values(
        root, "name", "parent", "parent.name", "friend.name", "friend.weight", "friend.parent.name",
        "friend.friend.friend.friend.name", "weight")
        == [
          .string("root"), nil, nil, .string("leaf"), .int(3), .string("root"), .string("root"),
          nil,
        ])
    let found = try values(leaf, "", "friend")
    #expect(found[0]?.object?.name == "Leaf")
    #expect(found[0]?.object?.superclass?.name == "Node")
    #expect(found[1]?.object?.name == "Node")
    // The parent is archived on the condition that somebody else archives it.
    leaf.friend = nil
    #expect(try values(leaf, "parent", "parent.name", "weight") == [nil, nil, .int(3)])
  }

  @Test func `the own level's field comes before a superclass's of the same name`() throws {
    var object = ArchivedObject(
      "Sub", kind: .class(superclass: "Base"),
      fields: [.init("a", 1), .init("n", type: .optional(.int64), .null)])
    object.superclass = ArchivedObject(
      "Base", kind: .class(superclass: nil),
      fields: [.init("a", 2), .init("b", 3), .init("n", 4)])
    let encoded = try Archive(.reference(1), type: .object, objects: [object]).forStore()
    let bytes = storedByPlaces(encoded)
    var reader = ArchivePathReader(["a", "b", "n"])
    for (path, value) in ([.int(1), .int(3), nil] as [ArchiveValue?]).enumerated() {
      let found = try reader.value(of: path, in: bytes.span) { encoded.schemas[Int($0) - 1] }
      #expect(found == value)
    }
  }

  @Test func `rows of several schemas, one after the other, each have their own fields`() throws {
    let old = ArchiveSchema(
      "Person", version: 1, fields: [.init("age", Int32.self), .init("name", String.self)])
    let oldBytes: [UInt8] = [1, 1, 3, 0x11, 1, 0, 77, 0, 0, 0] + Array("Old".utf8)
    let encoded = try Archiver().encode(Person())
    let newBytes = storedByPlaces(encoded)
    var reader = ArchivePathReader(["name", "age", "born"])
    for _ in 0..<3 {
      for (bytes, name, age, isNew) in [
        (oldBytes, "Old", 77, false), (newBytes, "Ada Lovelace", 36, true),
      ] {
        let find: (UInt32) -> ArchiveSchema? = { $0 == 3 ? old : encoded.schemas[Int($0) - 1] }
        #expect(try reader.value(of: 0, in: bytes.span, schema: find) == .string(name))
        #expect(try reader.value(of: 1, in: bytes.span, schema: find) == .int(Int64(age)))
        let born = try reader.value(of: 2, in: bytes.span, schema: find)
        #expect((born?.date != nil) == isNew)
      }
    }
  }

  @Test func `a schema that is not there, and bytes that are no archive, are refused`() throws {
    var reader = ArchivePathReader(["name"])
    #expect(
      archiveErrorCode { try reader.value(of: 0, in: [1, 1, 1, 0x11, 1].span) { _ in nil } }
        == .unknownReference)
    #expect(
      archiveErrorCode { try reader.value(of: 0, in: [UInt8]().span) { _ in nil } } == .truncated)
    #expect(
      archiveErrorCode { try reader.value(of: 0, in: [2, 0, 0].span) { _ in nil } }
        == .unknownFormat)
  }
}
