/// The kind and the parts of a schema's objects, without retained references.
struct PathShape: Sendable {
  /// The kind of the objects.
  ///
  /// An `inline` object is a structure or an enumeration case, and a `level` belongs to a class. A
  /// `kept` object holds the fields that another version of a type declared.
  enum Kind: Sendable { case inline, level, kept, other }
  let kind: Kind
  let sizes: FieldSizes
  /// Whether the last variable-width field holds fields that the type does not declare.
  let isExtensible: Bool

  init(_ schema: ArchiveSchema) {
    switch schema.kind {
    case .structure, .enumCase: kind = .inline
    case .class: kind = .level
    case .extension(""): kind = .kept
    case .extension: kind = .other
    }
    sizes = schema.layout.sizes
    isExtensible = schema.isExtensible
  }
}

/// The location of the field to which one name of a path leads in objects of one schema.
struct PathSlot: Sendable {
  /// Whether the schema has the field.
  let isThere: Bool
  /// The payload's type; for an optional field, the wrapped type.
  let type: ArchiveType
  /// The index of the flag that marks the field as present; 0 if the field is always present.
  let presence: Int
  /// The offset of a fixed-width field from the beginning of the fields, or -1 minus the index
  /// among the variable-width fields.
  let position: Int
  /// The number of the default for an absent field, or `nil` without a default.
  let added: Int?
  /// Whether the default also replaces nil, because the field is no longer optional.
  let replacesNil: Bool

  /// Finds the field that the type decodes under a name, also after the field was added or renamed.
  ///
  /// Appends the default of the field to `values`.
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

/// The schemas of the archives that a path reader has read, and the location of each path's fields.
///
/// A *step* is one name of a path.
struct PathSchemas: Sendable {
  /// The steps of all paths, in the order of the paths.
  private let steps: [String]
  /// The schemas, which are retained so that their identities stay unique.
  private var schemas: [ArchiveSchema] = []
  /// The index of each schema in `schemas`.
  private var numbers: [ObjectIdentifier: Int] = [:]
  /// The byte layout of each schema's objects.
  private(set) var shapes: [PathShape] = []
  /// The location of each step's field in each schema, first by schema, then by step.
  private var slots: [PathSlot] = []
  /// The defaults of fields that types added later, by the number in `PathSlot.added`.
  private(set) var added: [Archive] = []

  init(_ steps: [String]) { self.steps = steps }

  /// The number of schemas.
  var count: Int { schemas.count }

  /// Returns the index of a schema, and adds the schema if the schema is new.
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

  /// Returns the location of the field of a step in objects of the schema with the index `shape`.
  func slot(_ step: Int, in shape: Int) -> PathSlot { slots[shape * steps.count + step] }
}
