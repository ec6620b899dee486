/// The location of each field of a type in objects of an archived schema.
///
/// A session creates one plan for each pair of schemas.
@usableFromInline
final class FieldPlan {
  /// The location of a field.
  @usableFromInline
  struct Slot: Sendable {
    /// How to decode the field.
    @usableFromInline
    enum Way: UInt8, Sendable {
      /// The archived schema lacks the field.
      case missing
      /// The archived field has the requested type.
      case same
      /// The archived field has another type, which may convert to the requested type.
      case converted
    }
    @usableFromInline let way: Way
    /// The index of the flag bit that marks the field as present; 0 if the field is always present.
    @usableFromInline let presence: Int32
    /// The offset of a fixed-width field from the beginning of the fields, or -1 minus the index
    /// among the variable-width fields.
    @usableFromInline let position: Int32
    /// The index of the field in the archived schema.
    let field: Int32
  }

  /// The parts of objects of the archived schema, without retained references.
  struct Shape: Sendable {
    let sizes: FieldSizes
    /// Whether the type and the archived schema have the same fields in the same order.
    let isInOrder: Bool
  }

  /// The index of the plan in its session.
  let number: Int
  /// The location of each field of the type.
  let slots: [Slot]
  /// The archived schema.
  let stored: ArchiveSchema
  /// The schema of the type, or `nil` to decode the archived fields unchanged.
  let wanted: ArchiveSchema?
  let shape: Shape
  /// The indexes of archived fields that the type no longer declares, if the type is extensible.
  let unknown: [Int]

  /// Creates a plan to decode objects of the schema `stored` as the fields of `wanted`.
  init(_ number: Int, stored: ArchiveSchema, wanted: ArchiveSchema?) {
    self.number = number
    self.stored = stored
    self.wanted = wanted
    slots =
      wanted?.fields.map { Self.slot(for: $0, in: stored) }
      ?? stored.fields.indices.map { Self.slot(stored.fields[$0].type, at: $0, in: stored) }
    shape = Shape(
      sizes: stored.layout.sizes, isInOrder: wanted?.hasFields(of: stored) ?? true)
    let found = Set(slots.lazy.filter { $0.way != .missing }.map { Int($0.field) })
    unknown =
      wanted?.isExtensible == true ? stored.fields.indices.filter { !found.contains($0) } : []
  }

  /// Creates a plan without archived fields, for an instance that lacks a class.
  init(_ number: Int, missing wanted: ArchiveSchema) {
    self.number = number
    stored = ArchiveSchema(wanted.name, fields: [])
    self.wanted = wanted
    shape = Shape(sizes: FieldSizes(), isInOrder: false)
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

  /// Returns the location of the archived field with an index, for decoding as `type`.
  static func slot(_ type: ArchiveType, at index: Int, in stored: ArchiveSchema) -> Slot {
    let place = stored.layout.places[index]
    let isSame = stored.fields[index].type.unwrapped == type.unwrapped
    return Slot(
      way: isSame ? .same : .converted, presence: place.presence, position: place.position,
      field: Int32(index))
  }
}
