import Lode
import LodeTestSupport

/// A model with a property of one type, and an optional one.
struct ScalarHolder<Value: TestedScalar>: Archivable, Model {
  var id: Int
  var value: Value
  var maybe: Value?

  enum ArchiveFields {
    static var id: ArchivedField<ScalarHolder, Int> { .init(0) }
    static var value: ArchivedField<ScalarHolder, Value> { .init(1) }
    static var maybe: ArchivedField<ScalarHolder, Value?> { .init(2) }
  }

  static var collectionName: String { "\(Value.self)" }
  static var keyFields: [String] { ["id"] }
  var primaryKey: Int { id }
  static var archiveSchema: ArchiveSchema { Value.holderSchema }

  /// The schema, which a type keeps, because generic types cannot.
  static func schema() -> ArchiveSchema {
    ArchiveSchema(
      "Holder of \(Value.self)",
      fields: [
        .init("id", Int.self), .init("value", Value.self), .init("maybe", Value?.self),
      ])
  }

  init(id: Int, using random: inout SeededGenerator) {
    self.id = id
    value = Value.random(using: &random)
    maybe = random.oneIn(3) ? nil : Value.random(using: &random)
  }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(value)
    try archive.encode(maybe)
  }

  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    value = try archive.decode(1)
    maybe = try archive.decode(2)
  }
}

extension SeededGenerator {
  mutating func number(_ range: Range<Int>) -> Int { .random(in: range, using: &self) }

  mutating func oneIn(_ count: Int) -> Bool { number(0..<count) == 0 }

  mutating func any<T>(_ all: [T]) -> T { all[number(0..<all.count)] }
}
