import LodeModels
import LodeTestSupport

/// A model with a property of one type, an optional one, and the same two again, added later with
/// defaults.
struct ScalarHolder<Value: TestedScalar>: Archivable, Model {
  var id: Int
  var value: Value
  var maybe: Value?
  var added = Value.schemas.added
  var perhaps = Value.schemas.perhaps

  enum ArchiveFields {
    static var id: ArchivedField<ScalarHolder, Int> { .init(0) }
    static var value: ArchivedField<ScalarHolder, Value> { .init(1) }
    static var maybe: ArchivedField<ScalarHolder, Value?> { .init(2) }
    static var added: ArchivedField<ScalarHolder, Value> { .init(3) }
    static var perhaps: ArchivedField<ScalarHolder, Value?> { .init(4) }
  }

  static var collectionName: String { "\(Value.self)" }
  static var keyFields: [String] { ["id"] }
  var primaryKey: Int { id }
  static var archiveSchema: ArchiveSchema { Value.schemas.today }

  init(id: Int, using random: inout SeededGenerator) {
    self.init(OlderScalarHolder(id: id, using: &random))
    added = Value.random(using: &random)
    perhaps = random.oneIn(3) ? nil : Value.random(using: &random)
  }

  /// What a row of the earlier version is read as.
  init(_ older: OlderScalarHolder<Value>) {
    (id, value, maybe) = (older.id, older.value, older.maybe)
  }

  func encode(to archive: inout ArchiveWriter) throws {
    try archive.encode(id)
    try archive.encode(value)
    try archive.encode(maybe)
    try archive.encode(added)
    try archive.encode(perhaps)
  }

  init(from archive: inout ArchiveReader) throws {
    id = try archive.decode(0)
    value = try archive.decode(1)
    maybe = try archive.decode(2)
    added = try archive.decode(3)
    perhaps = try archive.decode(4)
  }
}

/// The model as it was before two properties were added.
struct OlderScalarHolder<Value: TestedScalar>: Archivable, Model {
  var id: Int
  var value: Value
  var maybe: Value?

  static var collectionName: String { ScalarHolder<Value>.collectionName }
  static var keyFields: [String] { ["id"] }
  var primaryKey: Int { id }
  static var archiveSchema: ArchiveSchema { Value.schemas.older }

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

/// What the models of one type of properties need; the type keeps it, because generic types cannot.
struct ScalarSchemas<Value: TestedScalar>: Sendable {
  let older: ArchiveSchema
  let today: ArchiveSchema
  /// The defaults, which differ from run to run.
  let added: Value
  let perhaps: Value?

  init() {
    var random = SeededGenerator()
    let added = Value.random(using: &random)
    let perhaps = random.oneIn(4) ? nil : Value.random(using: &random)
    (self.added, self.perhaps) = (added, perhaps)
    let name = "Holder of \(Value.self)"
    let fields: [ArchiveSchema.Field] = [
      .init("id", Int.self), .init("value", Value.self), .init("maybe", Value?.self),
    ]
    older = ArchiveSchema(name, fields: fields)
    today = ArchiveSchema(
      name, version: 2,
      fields: fields + [
        .init("added", Value.self, default: added),
        .init("perhaps", Value?.self, default: perhaps),
      ])
  }
}

extension SeededGenerator {
  mutating func number(_ range: Range<Int>) -> Int { .random(in: range, using: &self) }

  mutating func oneIn(_ count: Int) -> Bool { number(0..<count) == 0 }

  mutating func any<T>(_ all: [T]) -> T { all[number(0..<all.count)] }
}
