/// What has to be known of a schema to enter its objects, and nothing that has to be retained.
@usableFromInline
struct PathShape: Sendable {
  /// What the objects are.
  enum Kind: Sendable { case inline, level, kept, other }
  var kind = Kind.other
  @usableFromInline var flagSize = 1
  @usableFromInline var spareFlags: UInt8 = 0
  @usableFromInline var fixedEnd = 1
  @usableFromInline var endCount = 0
  @usableFromInline var hasVariables = false
  /// Whether the last variable field has what extensions added, and fields that were kept.
  var isExtensible = false

  init() {}

  init(_ schema: ArchiveSchema) {
    switch schema.kind {
    case .structure, .enumCase: kind = .inline
    case .class: kind = .level
    case .extension(""): kind = .kept
    case .extension: kind = .other
    }
    let layout = schema.layout
    flagSize = layout.flagSize
    spareFlags = layout.spareFlags
    fixedEnd = layout.fixedEnd
    endCount = layout.endCount
    hasVariables = layout.variableCount > 0
    isExtensible = schema.isExtensible
  }
}

/// Where the field that one step of a path names lies in objects of one schema.
@usableFromInline
struct PathSlot: Sendable {
  let isThere: Bool
  /// The type of the payload, without the optional that the flags tell.
  let type: ArchiveType
  /// As in `FieldLayout.Location`.
  let presence: Int
  let position: Int
  /// The number of the value that reads have where the field is not there; `nil` when they have
  /// none.
  let added: Int?
  /// Whether they have it also where the field is nil.
  let replacesNil: Bool

  /// Finds the field of a name, as a type reads it that may have got the field later, or renamed
  /// it.
  init(_ name: String, in schema: ArchiveSchema, _ values: inout [Archive]) {
    let recorded = schema.added(named: name)
    if let value = recorded?.value {
      values.append(value)
      added = values.count - 1
    } else {
      added = nil
    }
    replacesNil = recorded?.replacesNil ?? false
    let names = recorded?.names ?? [name]
    let index = names.lazy.compactMap { name in
      schema.fields.firstIndex { $0.name.hasSameUTF8(name) }
    }.first
    guard let index else {
      isThere = false
      type = .null
      presence = 0
      position = 0
      return
    }
    isThere = true
    type = schema.fields[index].type.unwrapped
    presence = Int(schema.layout.places[index].presence)
    position = Int(schema.layout.places[index].position)
  }
}

/// The schemas that a reader of paths has met, and where each step of each path leads in them.
struct PathSchemas: Sendable {
  /// The names of all paths, in the order of the paths.
  private let steps: [String]
  /// Kept alive, so that their identities stay theirs.
  private var schemas: [ArchiveSchema] = []
  private var numbers: [ObjectIdentifier: Int] = [:]
  private(set) var shapes: [PathShape] = []
  /// For each schema as many as there are steps.
  private var slots: [PathSlot] = []
  /// What reads have for fields that types got later, by the numbers in the slots.
  private(set) var added: [Archive] = []

  init(_ steps: [String]) { self.steps = steps }

  /// How many schemas there are.
  var count: Int { schemas.count }

  /// The place of a schema among the shapes.
  mutating func number(of schema: ArchiveSchema) -> Int {
    if let known = numbers[ObjectIdentifier(schema)] { return known }
    numbers[ObjectIdentifier(schema)] = schemas.count
    schemas.append(schema)
    shapes.append(PathShape(schema))
    for step in steps { slots.append(PathSlot(step, in: schema, &added)) }
    return schemas.count - 1
  }

  /// Forgets all of them.
  mutating func removeAll() { self = PathSchemas(steps) }

  /// Where a step leads in objects of a shape.
  func slot(_ step: Int, in shape: Int) -> PathSlot { slots[shape * steps.count + step] }
}
