/// The locations of a type's requested fields in objects of an archived schema.
///
/// A plan is created once for a pair of schemas, regardless of the number of objects.
@usableFromInline
final class FieldPlan {
  /// The location of a field.
  @usableFromInline
  struct Slot: Sendable {
    /// The method of decoding a field.
    @usableFromInline
    enum Way: UInt8, Sendable {
      /// The archive has no such field.
      case missing
      /// The payload has the requested type.
      case same
      /// The payload has another type, which may be convertible to the requested type.
      case converted
    }
    @usableFromInline let way: Way
    /// The flag bit that marks the field as present; 0 if the field is always present.
    @usableFromInline let presence: Int32
    /// The position, as in `FieldLayout.Location.position`.
    @usableFromInline let position: Int32
    /// The index of the field in the archived schema.
    let field: Int32
  }

  /// The facts that entering an object requires, without retained references.
  struct Shape: Sendable {
    /// The layout of the archived schema: flag bytes, and the offset and number of ends.
    let flagSize: Int
    let spareFlags: UInt8
    let fixedEnd: Int
    let endCount: Int
    let variableCount: Int
    /// Whether the requested fields equal the fields of the archive, in the same order.
    let isInOrder: Bool
  }

  /// The plan's index in its session.
  let number: Int
  let slots: [Slot]
  /// The archived schema.
  let stored: ArchiveSchema
  /// The schema of the requesting type; `nil` to decode the archived fields unchanged.
  let wanted: ArchiveSchema?
  let shape: Shape
  /// The indexes of archived fields that an extensible type no longer declares.
  let unknown: [Int]

  /// Creates a plan to decode objects of the schema `stored` by the fields of `wanted`.
  init(_ number: Int, stored: ArchiveSchema, wanted: ArchiveSchema?) {
    self.number = number
    self.stored = stored
    self.wanted = wanted
    slots =
      wanted?.fields.map { Self.slot(for: $0, in: stored) }
      ?? stored.fields.indices.map { Self.slot(stored.fields[$0].type, at: $0, in: stored) }
    let isInOrder =
      wanted == nil
      || stored.fields.elementsEqual(wanted?.fields ?? []) {
        $0.name == $1.name && $0.type == $1.type
      }
    shape = Shape(
      flagSize: stored.layout.flagSize, spareFlags: stored.layout.spareFlags,
      fixedEnd: stored.layout.fixedEnd, endCount: stored.layout.endCount,
      variableCount: stored.layout.variableCount, isInOrder: isInOrder)
    let found = Set(slots.lazy.filter { $0.way != .missing }.map { Int($0.field) })
    unknown =
      wanted?.isExtensible == true ? stored.fields.indices.filter { !found.contains($0) } : []
  }

  /// Creates a plan without archived fields, for an archive that lacks this class level.
  init(_ number: Int, missing wanted: ArchiveSchema) {
    self.number = number
    stored = ArchiveSchema(wanted.name, fields: [])
    self.wanted = wanted
    shape = Shape(
      flagSize: 1, spareFlags: 0, fixedEnd: 1, endCount: 0, variableCount: 0, isInOrder: false)
    slots = wanted.fields.map { _ in Self.missing }
    unknown = []
  }

  private static let missing = Slot(way: .missing, presence: 0, position: 0, field: 0)

  private static func slot(for field: ArchiveSchema.Field, in stored: ArchiveSchema) -> Slot {
    guard
      let index = stored.index(of: field.name)
        ?? field.formerNames.lazy.compactMap(stored.index).first
    else { return missing }
    return slot(field.type, at: index, in: stored)
  }

  private static func slot(_ type: ArchiveType, at index: Int, in stored: ArchiveSchema) -> Slot {
    let place = stored.layout.places[index]
    let isSame = stored.fields[index].type.unwrapped == type.unwrapped
    return Slot(
      way: isSame ? .same : .converted, presence: place.presence, position: place.position,
      field: Int32(index))
  }
}
