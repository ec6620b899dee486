import Foundation
import LodeCoding
import Testing

@Suite("What is done without an archive between, or with a schema from before, is the same")
struct QuickWayTests {
  /// Values of every sort, small and large.
  static let values: [ArchiveValue] = [
    .null, .bool(true), .int(0), .int(127), .int(-129), .int(.max), .uint(0), .uint(255),
    .uint(.max), .float(1.5), .float(.nan), .double(0.1), .double(-0.0), .double(3),
    .double(.infinity), .string(""), .string("Åsa"), .data(Data([1])),
    .date(Date(timeIntervalSinceReferenceDate: 7)), .uuid(UUID()), .decimal(Decimal(12)),
    [1, "two"], .set([1]), ["a": 1], .typed(.int8, .int(5)), .typed(.optional(.int64), .null),
    .object(ArchivedObject("Thing", fields: [.init("a", 1)])),
  ]

  static let types: [ArchiveType] = [
    .bool, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .float, .double,
    .date, .uuid, .decimal, .string, .data, .object, .any,
  ]

  @Test(arguments: types)
  func
    `a field keeps its type when the value can be archived as that, and is no whole number among fractions`(
      type: ArchiveType
    )
  {
    for type in [type, .optional(type), .optional(.optional(type)), .array(type), .set(type)] {
      for value in Self.values {
        let isFraction = [.float, .double].contains(type.code == .optional ? type.element : type)
        let isWhole = [.int64, .uint64].contains(value.untyped.type)
        let canBe =
          !(isFraction && isWhole) && (try? Archive(value, type: type).encoded()) != nil
        var object = ArchivedObject("Object", fields: [.init("field", type: type, .null)])
        object.set("field", value)
        let expected = canBe ? type : ArchivedObject.Field("field", value).type
        #expect(object.fields[0].type == expected, "\(value) as \(type)")
        #expect(object.fields[0].value == value)
      }
    }
  }

  @Test func `a value is read as a type as it is out of an archive`() {
    for value in Self.values {
      check(value, Int.self)
      check(value, Int64.self)
      check(value, Int8.self)
      check(value, UInt.self)
      check(value, Double.self)
      check(value, Float.self)
      check(value, Bool.self)
      check(value, String.self)
      check(value, Date.self)
      check(value, UUID.self)
      check(value, Data.self)
      check(value, Decimal.self)
      check(value, Int?.self)
      check(value, [Int].self)
    }
  }

  private func check<T: ArchivableValue & Equatable>(_ value: ArchiveValue, _ type: T.Type) {
    var (archived, direct): (T?, T?)
    let archivedCode = archiveErrorCode {
      archived = try Archive(value, type: value.type).decoded(as: type)
    }
    let directCode = archiveErrorCode { direct = try value.decoded(as: type) }
    #expect(archivedCode == directCode, "\(value) as \(type)")
    let areNeither = archived != archived && direct != direct
    #expect(archived == direct || areNeither, "\(value) as \(type)")
  }

  @Test func `a value becomes what an archive of it has`() throws {
    try check(5)
    try check(Int64.min)
    try check(UInt8(5))
    try check(-0.0)
    try check(Float(0.5))
    try check(true)
    try check("Åsa")
    try check(Date(timeIntervalSinceReferenceDate: 7))
    try check(UUID())
    try check(Data([1, 2]))
    try check(Decimal(5))
    try check(Int?.some(5))
    try check([1, 2])
  }

  private func check<T: ArchivableValue>(_ value: T) throws {
    let direct = try ArchiveValue(archiving: value)
    let archived = try Archive(archiving: value).root
    #expect(direct == archived)
  }

  @Test
  func `objects that follow each other have their own schemas, however little they differ`() throws
  {
    // Two spellings of one text, which Swift takes for equal.
    let (composed, decomposed) = ("\u{C5}", "A\u{30A}")
    let field = ArchivedObject.Field("a", 1)
    let objects = [
      ArchivedObject("Object", fields: [field]),
      ArchivedObject("Object", version: 2, fields: [field]),
      ArchivedObject("Object", fields: [.init("a", "text")]),
      ArchivedObject("Object", fields: [field, .init("b", 1)]),
      ArchivedObject("Object", fields: [field], extensions: []),
      ArchivedObject("Object", kind: .enumCase("a"), fields: [field]),
      ArchivedObject("Object", kind: .enumCase(composed), fields: [field]),
      ArchivedObject("Object", kind: .enumCase(decomposed), fields: [field]),
      ArchivedObject(composed, fields: [field]), ArchivedObject(decomposed, fields: [field]),
      ArchivedObject("Object", fields: [.init(composed, 1)]),
      ArchivedObject("Object", fields: [.init(decomposed, 1)]),
    ]
    for object in objects + objects {
      let archive = Archive(.object(object))
      let open = try archive.forStore(evolution: .open)
      let strict = try archive.forStore()
      #expect(open.schemas == [object.schema] && strict.schemas == [object.schema])
      #expect(open.schemas[0].evolution == .open && strict.schemas[0].evolution == .strict)
      let bytes = try archive.encoded()
      let back = try Archive(bytes.span)
      #expect(back == archive)
      // What is no object is refused however often it is tried.
      var twice = object
      twice.fields.append(object.fields[0])
      let code = archiveErrorCode { try Archive(.object(twice)).forStore() }
      #expect(code == .wrongFields)
    }
  }
}
