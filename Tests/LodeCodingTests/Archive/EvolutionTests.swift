import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Types read what other versions of them archived", .tags(.random))
struct EvolutionTests {
  @Test
  func `fields by name or former name, converted where nothing is lost, else as the model says`()
    throws
  {
    let seed = SeededGenerator().seed
    var random = RandomEvolution(seed: seed)
    var (readable, refused) = (0, 0)
    for round in 0..<4_000 {
      let old = random.object()
      let wanted = random.fields(like: old)
      let bytes = try Archive(.object(old)).encoded()
      let read = result {
        try Changing.$fields.withValue(ChangingFields(wanted)) {
          try Unarchiver.unarchive(Changing.self, from: bytes).values
        }
      }
      let expected = Changing.expected(of: old, wanted)
      #expect(read == expected, "seed \(seed), round \(round): \(old), read as \(wanted)")
      if case .success = expected { readable += 1 } else { refused += 1 }
    }
    #expect(readable > 400 && refused > 400, "\(readable) and \(refused), seed \(seed)")
  }

  private func result(_ body: () throws -> [ArchiveValue]) -> Result<[ArchiveValue], Refusal> {
    do {
      return .success(try body())
    } catch {
      return .failure(Refusal(code: (error as? ArchiveError)?.code))
    }
  }
}

private struct Refusal: Error, Equatable {
  let code: ArchiveError.Code?
}

/// A field of the type that reads.
private struct WantedField {
  var name: String
  var formerNames: [String] = []
  var type: ArchiveType
  /// What the type takes when the archive has no value.
  var defaultValue: ArchiveValue?
}

/// The fields of the type that reads, and their schema.
private final class ChangingFields: Sendable {
  let fields: [WantedField]
  let schema: ArchiveSchema

  init(_ fields: [WantedField]) {
    self.fields = fields
    schema = ArchiveSchema(
      "Changing", version: 2, was: ["Changed"],
      fields: fields.map {
        .init($0.name, type: $0.type, was: $0.formerNames, default: $0.defaultValue)
      })
  }
}

/// A type whose fields the test sets.
private struct Changing: Archivable {
  @TaskLocal static var fields = ChangingFields([])
  static var archiveSchema: ArchiveSchema { fields.schema }

  let values: [ArchiveValue]

  func encode(to archive: inout ArchiveWriter) throws {}

  init(from archive: inout ArchiveReader) throws {
    var values: [ArchiveValue] = []
    for (index, field) in Self.fields.fields.enumerated() {
      values.append(try Self.value(index, field, &archive))
    }
    self.values = values
  }

  private static func value(
    _ index: Int, _ field: WantedField, _ archive: inout ArchiveReader
  ) throws -> ArchiveValue {
    switch (field.type.element ?? field.type).code {
    case .bool: try value(index, field, &archive, as: Bool.self)
    case .int8: try value(index, field, &archive, as: Int8.self)
    case .int16: try value(index, field, &archive, as: Int16.self)
    case .int32: try value(index, field, &archive, as: Int32.self)
    case .int64: try value(index, field, &archive, as: Int64.self)
    case .uint8: try value(index, field, &archive, as: UInt8.self)
    case .uint16: try value(index, field, &archive, as: UInt16.self)
    case .uint32: try value(index, field, &archive, as: UInt32.self)
    case .uint64: try value(index, field, &archive, as: UInt64.self)
    case .float: try value(index, field, &archive, as: Float.self)
    case .double: try value(index, field, &archive, as: Double.self)
    default: try value(index, field, &archive, as: String.self)
    }
  }

  private static func value<T: ArchivableValue>(
    _ index: Int, _ field: WantedField, _ archive: inout ArchiveReader, as type: T.Type
  ) throws -> ArchiveValue {
    if field.type.code == .optional {
      return try ArchiveValue(archiving: archive.decode(index, as: T?.self))
    }
    return try ArchiveValue(archiving: archive.decode(index, as: T.self))
  }
}

// The model.
extension Changing {
  static func expected(
    of old: ArchivedObject, _ fields: [WantedField]
  ) -> Result<[ArchiveValue], Refusal> {
    let isSame =
      old.fields.map(\.name) == fields.map(\.name) && old.fields.map(\.type) == fields.map(\.type)
    if old.version > 2 && !isSame { return .failure(Refusal(code: .futureVersion)) }
    return Result { () throws(Refusal) in
      var values: [ArchiveValue] = []
      for field in fields { values.append(try expected(of: old, field)) }
      return values
    }
  }

  private static func expected(
    of old: ArchivedObject, _ field: WantedField
  ) throws(Refusal) -> ArchiveValue {
    let names = [field.name] + field.formerNames
    let stored = names.lazy.compactMap { name in old.fields.first { $0.name == name } }.first
    let isOptional = field.type.code == .optional
    guard let stored else {
      if let value = field.defaultValue { return value }
      if isOptional { return .null }
      throw Refusal(code: .missingField)
    }
    if stored.value == .null {
      if isOptional { return .null }
      if let value = field.defaultValue { return value }
      throw Refusal(code: .missingField)
    }
    let (from, to) = (stored.type.element ?? stored.type, field.type.element ?? field.type)
    return from == to ? stored.value : try converted(stored.value, to)
  }

  private static func converted(
    _ value: ArchiveValue, _ type: ArchiveType
  ) throws(Refusal) -> ArchiveValue {
    switch type.code {
    case .int8, .int16, .int32, .int64: .int(Int64(try integer(value, type, isSigned: true)))
    case .uint8, .uint16, .uint32, .uint64: .uint(UInt64(try integer(value, type, isSigned: false)))
    case .float: .float(Float(try real(value, bits: 24)))
    case .double: .double(try real(value, bits: 53))
    default: throw Refusal(code: .typeMismatch)
    }
  }

  private static func integer(
    _ value: ArchiveValue, _ type: ArchiveType, isSigned: Bool
  ) throws(Refusal) -> Int128 {
    let number: Int128
    switch value {
    case .int(let value): number = Int128(value)
    case .uint(let value): number = Int128(value)
    default: throw Refusal(code: .typeMismatch)
    }
    let room = Int128(1) << Int128((type.fixedSize ?? 0) * 8 - (isSigned ? 1 : 0))
    guard number < room, number >= (isSigned ? -room : 0) else { throw Refusal(code: .outOfRange) }
    return number
  }

  /// The number, if it fits in the given number of bits.
  private static func real(_ value: ArchiveValue, bits: Int) throws(Refusal) -> Double {
    switch value {
    case .int(let value):
      guard isExact(value.magnitude, bits: bits) else { throw Refusal(code: .outOfRange) }
      return Double(value)
    case .uint(let value):
      guard isExact(value, bits: bits) else { throw Refusal(code: .outOfRange) }
      return Double(value)
    case .float(let value): return value.isNaN ? .nan : Double(value)
    case .double(let value):
      if value.isNaN { return .nan }
      guard bits == 53 || Double(Float(value)) == value else { throw Refusal(code: .outOfRange) }
      return value
    default: throw Refusal(code: .typeMismatch)
    }
  }

  private static func isExact(_ magnitude: UInt64, bits: Int) -> Bool {
    64 - magnitude.leadingZeroBitCount - (magnitude == 0 ? 0 : magnitude.trailingZeroBitCount)
      <= bits
      || magnitude == 0
  }
}

/// Objects, and fields of another version of their type.
private struct RandomEvolution {
  var random: SeededGenerator
  var values: RandomArchives

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    values = RandomArchives(seed: seed)
  }

  private static let plain: [ArchiveType] = [
    .bool, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .float, .double,
    .string,
  ]

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  private mutating func fieldType() -> ArchiveType {
    let type = Self.plain.randomElement(using: &random) ?? .bool
    return chance(3) ? .optional(type) : type
  }

  mutating func object() -> ArchivedObject {
    var fields = (0..<Int.random(in: 0...5, using: &random)).map { index in
      let type = fieldType()
      return ArchivedObject.Field("f\(index)", type: type, values.value(type, depth: 1))
    }
    if chance(2) {
      let type = values.type(depth: 2)
      fields.append(ArchivedObject.Field("gone", type: type, values.value(type, depth: 3)))
    }
    fields.shuffle(using: &random)
    return ArchivedObject(
      chance(4) ? "Changed" : "Changing",
      version: chance(8) ? 3 : .random(in: 0...2, using: &random),
      fields: fields)
  }

  /// The fields of the object, some of them changed, and new ones.
  mutating func fields(like object: ArchivedObject) -> [WantedField] {
    var fields: [WantedField] = []
    for field in object.fields where field.name != "gone" && !chance(5) {
      var wanted = WantedField(name: field.name, type: field.type)
      if chance(4) { (wanted.name, wanted.formerNames) = ("new \(field.name)", ["x", field.name]) }
      if chance(4) { wanted.type = .optional(wanted.type.element ?? wanted.type) }
      if chance(4) { wanted.type = fieldType() }
      fields.append(wanted)
    }
    if chance(2) { fields.append(WantedField(name: "added", type: fieldType())) }
    for index in fields.indices where chance(2) {
      fields[index].defaultValue = values.value(fields[index].type, depth: 1)
    }
    if !chance(8) { fields.shuffle(using: &random) }
    return fields
  }
}
