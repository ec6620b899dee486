/// The facts about a schema that entering its objects requires, without retained references.
@usableFromInline
struct PathShape: Sendable {
  /// The kind of the objects.
  enum Kind: Sendable { case inline, level, kept, other }
  var kind = Kind.other
  @usableFromInline var flagSize = 1
  @usableFromInline var spareFlags: UInt8 = 0
  @usableFromInline var fixedEnd = 1
  @usableFromInline var endCount = 0
  @usableFromInline var hasVariables = false
  /// Whether the last variable field contains extension fields and kept fields.
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

/// The location of the field that one path step names in objects of one schema.
@usableFromInline
struct PathSlot: Sendable {
  let isThere: Bool
  /// The payload's type, without the optional that the flags encode.
  let type: ArchiveType
  /// The presence bit and the position, as in `FieldLayout.Location`.
  let presence: Int
  let position: Int
  /// The number of the default for an absent field, or `nil` without a default.
  let added: Int?
  /// Whether the default also replaces a nil field.
  let replacesNil: Bool

  /// Finds the field of a name as the type decodes it, also if the field was added later or
  /// renamed.
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

/// The schemas that a path reader has met, and the location of each path step in their objects.
struct PathSchemas: Sendable {
  /// The names of all paths, in the order of the paths.
  private let steps: [String]
  /// The schemas, which are retained so that their identities stay unique.
  private var schemas: [ArchiveSchema] = []
  private var numbers: [ObjectIdentifier: Int] = [:]
  private(set) var shapes: [PathShape] = []
  /// The slots: one for each step in each schema.
  private var slots: [PathSlot] = []
  /// The defaults of fields that types added later, by the numbers in the slots.
  private(set) var added: [Archive] = []

  init(_ steps: [String]) { self.steps = steps }

  /// The number of schemas.
  var count: Int { schemas.count }

  /// Returns the index of a schema's shape.
  mutating func number(of schema: ArchiveSchema) -> Int {
    if let known = numbers[ObjectIdentifier(schema)] { return known }
    numbers[ObjectIdentifier(schema)] = schemas.count
    schemas.append(schema)
    shapes.append(PathShape(schema))
    for step in steps { slots.append(PathSlot(step, in: schema, &added)) }
    return schemas.count - 1
  }

  /// Removes all schemas.
  mutating func removeAll() { self = PathSchemas(steps) }

  /// Returns the location of a step's field in objects of a shape.
  func slot(_ step: Int, in shape: Int) -> PathSlot { slots[shape * steps.count + step] }
}
