import Foundation
import LodeCoding
import Testing

@Suite("Fields in place")
struct InPlaceTests {
  private let person = Person()
  private let schemas = [Person.archiveSchema, Address.archiveSchema]

  private func stored<T: ArchivableValue>(_ value: T) throws -> [UInt8] {
    try Archiver().withStored(value, number: { schema in number(schema) }) { $0.copied() }
  }

  private func number(_ schema: ArchiveSchema) -> UInt32 {
    UInt32((schemas.firstIndex { $0 === schema } ?? -1) + 1)
  }

  private func schema(_ number: UInt32) -> ArchiveSchema? {
    number > 0 && number <= schemas.count ? schemas[Int(number) - 1] : nil
  }

  @Test
  func `every field has the value of the object, whatever its type, and again in the next row`()
    throws
  {
    let bytes = try stored(person)
    var reader = ArchiveFieldReader<Person>()
    for _ in 0..<2 {
      #expect(try reader.value(Fields.id, in: bytes.span, schema: schema) == person.id)
      #expect(try reader.value(Fields.name, in: bytes.span, schema: schema) == person.name)
      #expect(try reader.value(Fields.nickname, in: bytes.span, schema: schema) == nil)
      #expect(try reader.value(Fields.height, in: bytes.span, schema: schema) == person.height)
      #expect(try reader.value(Fields.tags, in: bytes.span, schema: schema) == person.tags)
      #expect(try reader.value(Fields.home, in: bytes.span, schema: schema) == person.home)
      for _ in 0..<3 {
        #expect(try reader.value(Fields.age, in: bytes.span, schema: schema) == person.age)
      }
    }
  }

  @Test func `a text's bytes are lent where they lie; a nil has none`() throws {
    let bytes = try stored(person)
    var reader = ArchiveFieldReader<Person>()
    for _ in 0..<2 {
      let name = try reader.withBytes(of: Fields.name, in: bytes.span, schema: schema) {
        $0.copied()
      }
      #expect(name == Array(person.name.utf8))
      let none = try reader.withBytes(of: Fields.nickname, in: bytes.span, schema: schema) {
        $0.count
      }
      #expect(none == nil)
    }
  }

  @Test func `rows of several schemas are told apart, one after the other`() throws {
    let old = ArchiveSchema(
      "Person", version: 1,
      fields: [.init("age", Int32.self), .init("name", String.self)])
    let oldBytes: [UInt8] = [1, 1, 3, 0x11, 1, 0, 77, 0, 0, 0] + Array("Old".utf8)
    let newBytes = try stored(person)
    var reader = ArchiveFieldReader<Person>()
    let find: (UInt32) -> ArchiveSchema? = { $0 == 3 ? old : schema($0) }
    for _ in 0..<3 {
      #expect(try reader.value(Fields.name, in: oldBytes.span, schema: find) == "Old")
      #expect(try reader.value(Fields.age, in: oldBytes.span, schema: find) == 77)
      #expect(try reader.value(Fields.age, in: newBytes.span, schema: find) == person.age)
      #expect(try reader.value(Fields.nickname, in: oldBytes.span, schema: find) == nil)
      expectCode(.missingField) {
        try reader.value(Fields.born, in: oldBytes.span, schema: find)
      }
    }
  }

  @Test func `a field that the type does not declare so is refused`() throws {
    let bytes = try stored(person)
    var reader = ArchiveFieldReader<Person>()
    expectCode(.typeMismatch) {
      try reader.value(ArchivedField<Person, Int>(1), in: bytes.span, schema: schema)
    }
    expectCode(.typeMismatch) {
      try reader.value(ArchivedField<Person, Int>(99), in: bytes.span, schema: schema)
    }
    expectCode(.typeMismatch) {
      try reader.value(ArchivedField<Person, Int>(-1), in: bytes.span, schema: schema)
    }
    let other = try stored([1, 2])
    expectCode(.typeMismatch) { try reader.value(Fields.age, in: other.span, schema: schema) }
  }

  @Test func `numbers of every width are read by their own bytes, row after row`() throws {
    let rows = [Numbers(factor: 1), Numbers(factor: -3), Numbers(factor: 5)]
    let archives = try rows.map { row in
      try Archiver().withStored(row, number: { _ in 1 }) { $0.copied() }
    }
    func expectSame<T: ArchivableValue & Equatable>(
      _ field: Int, _ value: KeyPath<Numbers, T>
    ) throws {
      var reader = ArchiveFieldReader<Numbers>()
      for (row, bytes) in zip(rows, archives) {
        let found = try reader.value(
          ArchivedField<Numbers, T>(field), in: bytes.span, schema: { _ in Numbers.archiveSchema })
        #expect(found == row[keyPath: value])
      }
    }
    try expectSame(0, \.a)
    try expectSame(1, \.b)
    try expectSame(2, \.c)
    try expectSame(3, \.d)
    try expectSame(4, \.e)
    try expectSame(5, \.f)
    try expectSame(6, \.g)
  }

  @Test func `an optional number that is nil is missing for who wants a number`() throws {
    var tall = person
    tall.height = 2
    var reader = ArchiveFieldReader<Person>()
    let field = ArchivedField<Person, Double>(4)
    let tallBytes = try stored(tall)
    for _ in 0..<2 { #expect(try reader.value(field, in: tallBytes.span, schema: schema) == 2) }
    var none = person
    none.height = nil
    let noneBytes = try stored(none)
    expectCode(.missingField) { try reader.value(field, in: noneBytes.span, schema: schema) }
  }

  @Test
  func `a damaged row is refused, or read, as it is by a reader that saw no row before`() throws {
    let bytes = try stored(person)
    func read(_ damaged: [UInt8], afterGood: Bool) throws -> Result<Int, ArchiveError> {
      var reader = ArchiveFieldReader<Person>()
      if afterGood { _ = try reader.value(Fields.age, in: bytes.span, schema: schema) }
      do {
        return .success(try reader.value(Fields.age, in: damaged.span, schema: schema))
      } catch let error as ArchiveError {
        return .failure(error)
      }
    }
    for place in bytes.indices {
      let cut = Array(bytes[..<place])
      #expect(try read(cut, afterGood: true) == read(cut, afterGood: false))
      for bit in 0..<8 {
        var damaged = bytes
        damaged[place] ^= 1 << UInt8(bit)
        #expect(
          try read(damaged, afterGood: true) == read(damaged, afterGood: false), "\(place) \(bit)")
      }
    }
  }

  @Test func `damaged and shortened bytes give a value or a typed error, never a trap`() throws {
    let bytes = try stored(person)
    var random = SystemRandomNumberGenerator()
    var reader = ArchiveFieldReader<Person>()
    for round in 0..<20_000 {
      var damaged = bytes
      if round % 3 == 0 { damaged.removeLast(Int.random(in: 0...bytes.count, using: &random)) }
      for _ in 0..<Int.random(in: 0...3, using: &random) where !damaged.isEmpty {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        damaged[place] = UInt8.random(in: 0...255, using: &random)
      }
      do {
        _ = try reader.value(Fields.age, in: damaged.span, schema: schema)
        _ = try reader.value(Fields.age, in: damaged.span, schema: schema)
        _ = try reader.value(Fields.name, in: damaged.span, schema: schema)
        _ = try reader.value(Fields.home, in: damaged.span, schema: schema)
        _ = try reader.withBytes(of: Fields.tags, in: damaged.span, schema: schema) { $0.count }
      } catch is ArchiveError {
        continue
      }
    }
    #expect(try reader.value(Fields.age, in: bytes.span, schema: schema) == person.age)
  }
}

private struct Numbers: Archivable {
  let a: Int
  let b: Int64
  let c: Int32
  let d: UInt64
  let e: UInt32
  let f: Double
  let g: Float

  init(factor: Int) {
    a = factor * 0x0123_4567_89AB
    b = Int64(factor) * 0x0012_3456_789A
    c = Int32(factor) * 0x0123_4567
    d = UInt64(bitPattern: Int64(factor)) &* 0x0123_4567
    e = UInt32(truncatingIfNeeded: factor) &* 0x0123_4567
    f = Double(factor) / 3
    g = Float(factor) / 7
  }

  static let archiveSchema = ArchiveSchema(
    "Numbers",
    fields: [
      .init("a", Int.self), .init("b", Int64.self), .init("c", Int32.self),
      .init("d", UInt64.self), .init("e", UInt32.self), .init("f", Double.self),
      .init("g", Float.self),
    ])

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(a)
    try archive.encode(b)
    try archive.encode(c)
    try archive.encode(d)
    try archive.encode(e)
    try archive.encode(f)
    try archive.encode(g)
  }

  init(from archive: inout ArchiveReader) throws {
    a = try archive.decode(0)
    b = try archive.decode(1)
    c = try archive.decode(2)
    d = try archive.decode(3)
    e = try archive.decode(4)
    f = try archive.decode(5)
    g = try archive.decode(6)
  }
}

private enum Fields {
  static var id: ArchivedField<Person, UUID> { .init(0) }
  static var name: ArchivedField<Person, String> { .init(1) }
  static var age: ArchivedField<Person, Int> { .init(2) }
  static var nickname: ArchivedField<Person, String?> { .init(3) }
  static var height: ArchivedField<Person, Double?> { .init(4) }
  static var tags: ArchivedField<Person, [String]> { .init(6) }
  static var home: ArchivedField<Person, Address?> { .init(8) }
  static var born: ArchivedField<Person, Date> { .init(12) }
}

private func expectCode<R>(_ code: ArchiveError.Code, _ body: () throws -> R) {
  do {
    _ = try body()
    Issue.record("no error")
  } catch let error as ArchiveError {
    #expect(error.code == code)
  } catch {
    Issue.record(error)
  }
}
