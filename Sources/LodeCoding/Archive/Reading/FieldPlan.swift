/// Where the fields that a type asks for lie in objects of the schema that an archive has.
///
/// Made once for the pair, whatever the number of objects.
@usableFromInline
final class FieldPlan {
  /// How a field is found.
  @usableFromInline
  struct Slot: Sendable {
    /// What to do.
    @usableFromInline
    enum Way: UInt8, Sendable {
      /// The archive has no such field.
      case missing
      /// The payload is of the type asked for.
      case same
      /// The payload is of another type, which may be turned into the one asked for.
      case converted
    }
    @usableFromInline let way: Way
    /// The flag bit that says whether the field is present; 0 if it always is.
    @usableFromInline let presence: Int32
    /// As `FieldLayout.Location.position`.
    @usableFromInline let position: Int32
    /// The place of the field in the schema of the archive.
    let field: Int32
  }

  /// What has to be known to enter an object, and nothing that has to be retained.
  struct Shape: Sendable {
    /// The bytes of flags, where the ends begin and how many there are, as the stored schema has
    /// them.
    let flagSize: Int
    let spareFlags: UInt8
    let fixedEnd: Int
    let endCount: Int
    let variableCount: Int
    /// Whether the requested fields equal the fields of the archive, in the same order.
    let isInOrder: Bool
  }

  /// Its place among the plans of its session.
  let number: Int
  let slots: [Slot]
  /// The schema of the archive.
  let stored: ArchiveSchema
  /// The schema of the type that asks; `nil` when what is in the archive is read as it is.
  let wanted: ArchiveSchema?
  let shape: Shape
  /// The places of those fields of the archive that an extensible type no longer has.
  let unknown: [Int]

  /// Plans to read objects of the schema `stored` by the fields of `wanted`.
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

  /// Plans to find nothing: an archive without this level of a class.
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
