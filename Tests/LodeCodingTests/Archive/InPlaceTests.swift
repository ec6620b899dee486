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

  @Test("Every field has the value of the object, whatever its type, and again in the next row")
  func values() throws {
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

  @Test("A text's bytes are lent where they lie; a nil has none")
  func bytes() throws {
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

  @Test("Rows of several schemas are told apart, one after the other")
  func severalSchemas() throws {
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

  @Test("A field that the type does not declare so is refused")
  func wrongFields() throws {
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

  @Test("Damaged and shortened bytes give a value or a typed error, never a trap")
  func hostile() throws {
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
