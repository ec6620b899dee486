import Foundation
import LodeCoding
import Testing

@Suite("Archives have the bytes of Docs/Format/Archive.md")
struct GoldenBytesTests {
  private let golden: GoldenArchives

  init() throws { golden = try GoldenArchives() }

  @Test func `schemas have the golden bytes, kinds, fields and digests`() throws {
    for row in try GoldenArchives.table("Golden schemas", columns: 5) {
      let schema = try ArchiveSchema(definition: bytes(hex: row[3]).span)
      #expect(schema.description.trimmingCharacters(in: .whitespaces) == row[2])
      #expect((schema.isExtensible ? "extensible " : "") + name(schema.kind) == row[1])
      let again = ArchiveSchema(
        schema.name, kind: schema.kind, version: schema.version, fields: schema.fields,
        isExtensible: schema.isExtensible)
      #expect(again.definition == bytes(hex: row[3]), "\(row[2])")
      #expect(again.digest == UInt64(row[4], radix: 16), "\(row[2])")
    }
  }

  private func name(_ kind: ArchiveSchema.Kind) -> String {
    switch kind {
    case .structure: "structure"
    case .class: "class"
    case .enumCase: "case"
    case .extension: "extension"
    }
  }

  @Test func `types of the program declare the golden schemas`() {
    let declared =
      [
        Address.archiveSchema, Node.archiveSchema, Leaf.archiveSchema, GoldenPet.archiveSchema,
        GoldenTexts.archiveSchema,
      ]
      + Shape.archiveSchemas.filter {
        [.enumCase("circle"), .enumCase("nothing")].contains($0.kind)
      }
    #expect(declared.map(golden.number) == [1, 2, 3, 6, 11, 4, 5])
  }

  @Test func `each value gives the golden bytes, and these give the value`() throws {
    for row in golden.rows.values {
      #expect(golden.stored(try row.archive.forStore()) == row.bytes, "\(row.name)")
      let back = try golden.archive(row.bytes)
      #expect(back == row.archive, "\(row.name)")
      #expect(golden.stored(try back.forStore()) == row.bytes, "\(row.name)")
    }
  }

  @Test func `self-contained archives carry the schemas and a checksum`() throws {
    for row in try GoldenArchives.table("Golden self-contained archives", columns: 2) {
      let archive = try golden.row(row[0]).archive
      #expect(try archive.encoded() == bytes(hex: row[1]), "\(row[0])")
      #expect(try Archive(bytes(hex: row[1]).span) == archive, "\(row[0])")
    }
  }

  @Test func `what only other writers leave is read as the same value`() throws {
    for row in try GoldenArchives.table("Golden readings", columns: 3) {
      let (same, read) = (try golden.row(row[1]), bytes(hex: row[2]))
      #expect(read != same.bytes)
      #expect(try golden.archive(read) == same.archive, "\(row[0])")
    }
  }

  @Test func `every refusal has the code that the page names, and the byte where it happened`()
    throws
  {
    let limits = GoldenArchives.limits
    for row in try GoldenArchives.table("Golden refusals", columns: 3) {
      let read = GoldenArchives.refused(row[1])
      let error = #expect(throws: ArchiveError.self, "\(row[0])") {
        read.first == 0x4C
          ? try Archive(read.span, limits: limits) : try golden.archive(read, limits: limits)
      }
      #expect(error?.code.description == row[2], "\(row[0]): \(String(describing: error))")
      #expect((0...read.count).contains(error?.offset ?? -1), "\(row[0])")
    }
  }
}

@Suite("Values of the program's types have the bytes of Docs/Format/Archive.md")
struct TypedGoldenBytesTests {
  private let golden: GoldenArchives

  init() throws { golden = try GoldenArchives() }

  private func check<T: ArchivableValue & Equatable>(_ value: T, _ name: String) throws {
    let bytes = try golden.row(name).bytes
    #expect(golden.stored(try Archiver().encode(value)) == bytes, "\(name)")
    #expect(try golden.value(T.self, bytes) == value, "\(name)")
  }

  @Test func `numbers, dates and UUIDs`() throws {
    try check(true, "bool")
    try check(false, "false")
    try check(Int8(-2), "int8")
    try check(Int16(-2), "int16")
    try check(Int32(258), "int32")
    try check(Int.min, "int64")
    try check(UInt8.max, "uint8")
    try check(UInt16(258), "uint16")
    try check(UInt32.max - 1, "uint32")
    try check(UInt.max, "uint64")
    try check(Float(1.5), "float")
    try check(-0.0, "double")
    try check(Date(timeIntervalSinceReferenceDate: 1), "date")
    try check(try #require(UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")), "uuid")
    try check(Decimal(sign: .minus, exponent: -2, significand: 314), "decimal with an exponent")
    try check(Decimal(70), "decimal that ends in zeros")
    try check(Decimal(-7), "decimal without an exponent")
    try check(Decimal(0), "decimal zero")
    try check(Decimal.nan, "decimal that is no number")
  }

  @Test func `texts, data and whatever value`() throws {
    try check("é", "string")
    try check("", "empty string")
    try check(Data([0, 255]), "data")
    try check(ArchiveValue.null, "any of null")
    try check("x" as ArchiveValue, "any of text")
    try check(ArchiveValue.typed(.int8, 5), "any")
  }

  @Test func `optionals and collections`() throws {
    try check(Int?.some(7), "optional")
    try check(Int?.none, "optional, nil")
    try check(Int8??.some(nil), "nil in an optional")
    try check([Int16]([1, -2]), "elements of fixed width")
    try check([Int16](), "none of fixed width")
    try check(["a", ""], "other elements")
    try check([String](), "no other elements")
    try check([Int8?]([5, nil]), "optionals in an array")
    try check([[UInt8]]([[1, 2], []]), "arrays in an array")
    try check(Set<Int16>([-1, 1, 256]), "set of fixed width")
    try check(Set(["b", "aa", ""]), "another set")
    try check(["a": Int16(1), "b": -1], "fixed values")
    try check([Int16(1): "", 256: "x"], "fixed keys")
    try check([UInt8(2): UInt8(3), 1: 4], "fixed keys and values")
    try check(["k": nil, "": true] as [String: ArchiveValue], "keys and values of no fixed width")
    try check([String: Int](), "empty dictionary")
    for length in [127, 128, 16_383, 16_384] {
      try check([String(repeating: "a", count: length)], "length \(length)")
    }
  }

  @Test func `structures, cases and extensions`() throws {
    try check(Address(street: "Ockham", number: nil), "structure, absent fixed field")
    try check(Address(street: "Ockham", number: -1), "structure")
    try check(Address?.some(Address(street: "", number: 3)), "optional object")
    try check(Shape.circle(radius: 1.5), "case")
    try check(Shape.nothing, "case without fields")
    try check([Shape.nothing, .circle(radius: 1.5), .nothing], "two schemas, by their places")
    var pet = GoldenPet()
    try check(pet, "no extensions")
    pet.extensions[GoldenPet.legs] = .some(4)
    try check(pet, "one group")
    pet.extensions[GoldenPet.age] = 7
    try check(pet, "two groups")
  }

  @Test func `narrow and wide ends`() throws {
    let long = String(repeating: "a", count: 70_000)
    try check(GoldenTexts(a: nil, c: ["x"], d: "end"), "absent variable field")
    try check(GoldenTexts(a: "", c: ["x"], d: "end"), "the same, there but empty")
    try check(GoldenTexts(a: nil, c: [], d: long), "the last field needs no end")
    let narrow = String(long.prefix(65_534))
    try check(GoldenTexts(a: narrow, c: [], d: "z"), "the widest narrow ends")
    try check(GoldenTexts(a: narrow + "a", c: [], d: "z"), "wide ends")
  }

  private func check<T: ArchivableValue>(
    objects value: T, _ name: String, _ isSame: (T) -> Bool
  ) throws {
    let bytes = try golden.row(name).bytes
    #expect(golden.stored(try Archiver().encode(value)) == bytes, "\(name)")
    #expect(isSame(try golden.value(T.self, bytes)), "\(name)")
  }

  @Test func `shared objects, circles and absent ones`() throws {
    let root = Node("r")
    try check(objects: root, "shared object") { $0.name == "r" && $0.friend == nil }
    try check(objects: [root, root], "one object, used twice") { $0[0] === $0[1] }
    try check(objects: Leaf("l", weight: 5) as Node, "base and subclass") {
      ($0 as? Leaf)?.weight == 5 && $0.name == "l"
    }
    try check(objects: Node("r", children: [Node("c")]), "two objects that refer to each other") {
      $0.children[0].name == "c"
    }
    let (child, parent) = (Node("c"), Node("p"))
    child.parent = parent
    try check(objects: child, "conditional reference, absent object") { $0.parent == nil }
    withExtendedLifetime(parent) {}
    root.friend = root
    defer { root.friend = nil }
    try check(objects: root, "circle") { node in
      defer { node.friend = nil }
      return node.friend === node
    }
  }

  @Test func `no type reads what is refused`() throws {
    let types: [any ArchivableValue.Type] = [
      Bool.self, Int32.self, Decimal.self, String.self, Data.self, Int8?.self, [Int16].self,
      [String].self, [Int8?].self, [[[[[UInt8]]]]].self, [UInt8].self, Set<Int16>.self,
      Set<UInt8>.self, Set<String>.self, [UInt8: UInt8].self, ArchiveValue.self, Address.self,
      Shape.self, GoldenTexts.self, GoldenPet.self, Node.self, [Node].self,
    ]
    for row in try GoldenArchives.table("Golden refusals", columns: 3) {
      let read = GoldenArchives.refused(row[1])
      for type in types {
        #expect(throws: ArchiveError.self, "\(row[0]), \(type)") { try golden.refuse(type, read) }
      }
    }
  }
}
