import Foundation
import LodeCoding
import LodeTestSupport

/// Random archives of whatever shape, in the form that reading gives.
struct RandomArchives {
  var random: SeededGenerator
  private var objectCount = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func archive() -> Archive {
    objectCount = Int.random(in: 0...3, using: &random)
    let type = type(depth: 3)
    let root = value(type, depth: 4)
    let objects = (0..<objectCount).map { _ in
      Int.random(in: 0..<4, using: &random) == 0 ? nil : classObject()
    }
    return Archive(root, type: type, objects: objects)
  }

  // Types and values.

  private mutating func pick<T>(_ values: [T]) -> T {
    values[Int.random(in: values.indices, using: &random)]
  }

  mutating func type(depth: Int) -> ArchiveType {
    let plain: [ArchiveType] = [
      .bool, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .float, .double,
      .date, .uuid, .decimal, .string, .data, .object, .any,
    ]
    guard depth > 0 else { return pick(plain) }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return .optional(type(depth: depth - 1))
    case 1: return .array(type(depth: depth - 1))
    case 2: return .set(type(depth: depth - 1))
    case 3: return .dictionary(type(depth: depth - 1), type(depth: depth - 1))
    default: return pick(plain)
    }
  }

  private mutating func fieldType() -> ArchiveType { type(depth: 2) }

  mutating func value(_ type: ArchiveType, depth: Int) -> ArchiveValue {
    switch type.code {
    case .null: return .null
    case .bool: return .bool(.random(using: &random))
    case .int8: return .int(Int64(Int8(truncatingIfNeeded: integer())))
    case .int16: return .int(Int64(Int16(truncatingIfNeeded: integer())))
    case .int32: return .int(Int64(Int32(truncatingIfNeeded: integer())))
    case .int64: return .int(Int64(truncatingIfNeeded: integer()))
    case .uint8: return .uint(integer() & 0xFF)
    case .uint16: return .uint(integer() & 0xFFFF)
    case .uint32: return .uint(integer() & 0xFFFF_FFFF)
    case .uint64: return .uint(integer())
    case .float:
      return .float(
        Float(
          bitPattern: pick([
            UInt32(truncatingIfNeeded: integer()), 0x7FA0_0001, 0x8000_0000, 0x7F80_0000,
          ])))
    case .double: return .double(double())
    case .date: return .date(Date(timeIntervalSinceReferenceDate: double()))
    case .uuid:
      return .uuid(
        UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(integer() & 3))))
    case .decimal: return .decimal(decimal())
    case .string: return .string(text())
    case .data: return .data(Data((0..<(integer() & 3)).map { UInt8($0 * 127) }))
    case .object: return objectOrReference(depth: depth)
    case .any: return anyValue(depth: depth)
    case .optional: return optional(type, depth: depth)
    case .array: return .array(values(type.element ?? .any, depth: depth))
    case .set: return .set(Set(values(type.element ?? .any, depth: depth)))
    case .dictionary:
      let keys = Set(values(type.element ?? .any, depth: depth))
      var entries: [ArchiveValue: ArchiveValue] = [:]
      for key in keys { entries[key] = value(type.value ?? .any, depth: depth - 1) }
      return .dictionary(entries)
    }
  }

  private mutating func values(_ type: ArchiveType, depth: Int) -> [ArchiveValue] {
    guard depth > 0 else { return [] }
    return (0..<Int.random(in: 0...4, using: &random)).map { _ in value(type, depth: depth - 1) }
  }

  private mutating func anyValue(depth: Int) -> ArchiveValue {
    if depth <= 0 { return .null }
    let type = type(depth: 2)
    guard type != .any else { return .null }
    let value = value(type, depth: depth - 1)
    return value.type == type ? value : .typed(type, value)
  }

  private mutating func optional(_ type: ArchiveType, depth: Int) -> ArchiveValue {
    guard let wrapped = type.element, Bool.random(using: &random) else { return .null }
    let value = value(wrapped, depth: depth)
    switch value {
    case .null: return .typed(wrapped, .null)
    case .typed(type, _): return .typed(wrapped, value)
    default: return value
    }
  }

  // Objects.

  private mutating func objectOrReference(depth: Int) -> ArchiveValue {
    if objectCount > 0, Bool.random(using: &random) {
      return .reference(Int.random(in: 1...objectCount, using: &random))
    }
    let kind: ArchiveSchema.Kind = Bool.random(using: &random) ? .structure : .enumCase(text())
    return .object(object(kind, depth: depth - 1))
  }

  private mutating func object(_ kind: ArchiveSchema.Kind, depth: Int) -> ArchivedObject {
    ArchivedObject(
      pick(["", "Person", "Ünïcode", "A.B<C>"]), version: pick([0, 1, 2, 200, 4_294_967_295]),
      kind: kind,
      fields: fields(depth: depth),
      extensions: Bool.random(using: &random) ? nil : groups(depth: depth))
  }

  private mutating func fields(depth: Int) -> [ArchivedObject.Field] {
    let count = depth > 0 ? Int.random(in: 0...(depth > 2 ? 12 : 3), using: &random) : 0
    return (0..<count).map { index in
      let type = fieldType()
      return ArchivedObject.Field("f\(index)\(text())", type: type, value(type, depth: depth - 1))
    }
  }

  private mutating func groups(depth: Int) -> [ArchivedObject.Group] {
    ["", "a", "b"].prefix(Int.random(in: 0...3, using: &random)).map {
      ArchivedObject.Group($0, version: pick([1, 300]), fields: fields(depth: depth - 1))
    }
  }

  private mutating func classObject() -> ArchivedObject {
    var object = object(.class(superclass: nil), depth: 2)
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      var sub = self.object(.class(superclass: object.name), depth: 2)
      sub.superclass = object
      object = sub
    }
    return object
  }

  // Plain values at the edges.

  private mutating func integer() -> UInt64 {
    let near = UInt64(1) << UInt64.random(in: 0..<64, using: &random)
    return pick([near, near &- 1, ~near, random.next(), 0, 1])
  }

  private mutating func double() -> Double {
    pick([
      0, -0.0, 1.5, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
      Double(bitPattern: 0x7FF4_0000_0000_0001), Double(bitPattern: random.next()), 785_000_000.125,
    ])
  }

  private mutating func decimal() -> Decimal {
    pick([
      .nan, 0, 1, Decimal(sign: .plus, exponent: -1, significand: 10), .greatestFiniteMagnitude,
      .leastFiniteMagnitude, Decimal(sign: .minus, exponent: -20, significand: 12_345), .pi,
    ])
  }

  private mutating func text() -> String {
    pick([
      "", "a", "$x", "$data", "é", "e\u{301}", "\u{0}\u{1F}", "\"\\/", "🚂",
      String(repeating: "long", count: 40),
    ])
  }
}
