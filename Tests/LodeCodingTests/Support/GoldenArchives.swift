import LodeCoding
import Testing

/// The golden tables of `Docs/Format/Archive.md`.
struct GoldenArchives {
  /// A stored archive, and what stands in it.
  struct Row {
    let name: String
    let bytes: [UInt8]
    let archive: Archive
  }

  let schemas: [UInt32: ArchiveSchema]
  let rows: [String: Row]

  init() throws {
    schemas = try Self.readSchemas()
    rows = try Self.readRows()
  }

  private static func readSchemas() throws -> [UInt32: ArchiveSchema] {
    var schemas: [UInt32: ArchiveSchema] = [:]
    for row in try table("Golden schemas", columns: 5) {
      schemas[try #require(UInt32(row[0]))] = try ArchiveSchema(definition: bytes(hex: row[3]).span)
    }
    return schemas
  }

  private static func readRows() throws -> [String: Row] {
    var rows: [String: Row] = [:]
    for row in try table("Golden archives", columns: 5) {
      let json = #"{"$archive":"\#(row[1])","root":\#(row[2]),"objects":\#(row[3])}"#
      let long = json.replacing(/a\*(\d+)/) { String(repeating: "a", count: Int($0.1) ?? 0) }
      let archive = try Archive(json: long)
      #expect(rows[row[0]] == nil, "\(row[0]) is there twice")
      rows[row[0]] = Row(name: row[0], bytes: bytes(hex: row[4]), archive: archive)
    }
    return rows
  }

  static func table(_ heading: String, columns: Int) throws -> [[String]] {
    let rows = try goldenRows(page: "Archive.md", heading: heading, columns: columns)
    try #require(!rows.isEmpty)
    return rows
  }

  func row(_ name: String) throws -> Row { try #require(rows[name], "\(name)") }

  /// The number that the page gives to a schema, or an unused number for an unknown schema.
  func number(of schema: ArchiveSchema) -> UInt32 {
    schemas.first { $1 == schema }?.key ?? 0
  }

  func stored(_ archive: EncodedArchive) -> [UInt8] { archive.stored(number: number) }

  /// What the reader of the golden refusals allows.
  static var limits: ArchiveLimits {
    var limits = ArchiveLimits()
    (limits.depth, limits.count, limits.size) = (4, 64, 1000)
    return limits
  }

  /// The bytes of "4c 41 sum", with the checksum for the last word.
  static func refused(_ text: String) -> [UInt8] {
    let front = bytes(hex: text)
    guard text.hasSuffix("sum") else { return front }
    let checksum = Checksum.rapidhash(front.span, seed: 0)
    return front + (0..<8 as Range<UInt64>).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) }
  }

  /// Reads bytes of either form that are to be refused.
  func refuse<T: ArchivableValue>(_ type: T.Type, _ bytes: [UInt8]) throws {
    let unarchiver = Unarchiver(limits: Self.limits)
    if bytes.first == 0x4C {
      _ = try unarchiver.unarchive(type, from: bytes.span)
    } else {
      _ = try unarchiver.unarchive(type, stored: bytes.span) { schemas[$0] }
    }
  }

  func archive(_ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()) throws -> Archive {
    try Archive(stored: bytes.span, limits: limits) { schemas[$0] }
  }

  func value<T: ArchivableValue>(_ type: T.Type, _ bytes: [UInt8]) throws -> T {
    try Unarchiver(allowing: [Leaf.self]).unarchive(type, stored: bytes.span) {
      schemas[$0]
    }
  }
}

/// The structure `Texts` of the page.
struct GoldenTexts: Archivable, Equatable {
  var a: String?
  var b: UInt8 = 7
  var c: [String] = []
  var d: String
  static let archiveSchema = ArchiveSchema(
    "Texts", version: 128,
    fields: [
      .init("a", String?.self), .init("b", UInt8.self), .init("c", [String].self),
      .init("d", String.self),
    ])

  init(a: String?, c: [String], d: String) {
    self.a = a
    self.c = c
    self.d = d
  }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(a)
    try archive.encode(b)
    try archive.encode(c)
    try archive.encode(d)
  }

  init(from archive: inout ArchiveReader) throws {
    a = try archive.decode(0)
    b = try archive.decode(1)
    c = try archive.decode(2)
    d = try archive.decode(3)
  }
}

/// The extensible structure `Pet` of the page.
struct GoldenPet: Archivable, Equatable {
  var name = "Rex"
  var extensions = ArchiveExtensions()
  static let archiveSchema = ArchiveSchema(
    "Pet", version: 2, fields: [.init("name", String.self)], isExtensible: true)
  static let legs = ArchiveExtensionField<Int?>("Anatomy", "legs")
  static let age = ArchiveExtensionField<Int32>("", "age")

  init() {}

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(name)
    try archive.encode(extensions)
  }

  init(from archive: inout ArchiveReader) throws {
    name = try archive.decode(0)
    extensions = try archive.decodeExtensions()
  }
}
