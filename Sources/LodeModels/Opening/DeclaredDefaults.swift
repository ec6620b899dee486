internal import LodeCoding
internal import LodeStore

/// What types declare for objects that lack some of their fields: defaults and former names.
///
/// It includes the types of their properties, as far as the schemas tell them.
struct DeclaredDefaults {
  private typealias Entry = AddedFields.Entry

  /// Among types of one name, the latest version comes last.
  private let schemas: [ArchiveSchema]
  /// The names that types have today.
  private let names: Set<String>

  /// What types declare.
  ///
  /// - Parameter latest: the latest version of a type that is known of a store; earlier ones do not
  ///   count there.
  init(_ types: [any ArchivableObject.Type], latest: (String) -> Int = { _ in 0 }) {
    schemas = ArchiveSchema.declared(by: types).filter { $0.version >= latest($0.name) }
      .sorted { $0.version < $1.version }
    names = Set(schemas.map(\.name))
  }

  /// What a store has to record that has something on record already.
  ///
  /// A default that differs each time it is made, such as `UUID()`, keeps the value on record. So
  /// do fields that these types do not have: another version of the program may have them.
  ///
  /// - Throws: `ArchiveError` when a default cannot be archived.
  func recorded(over old: AddedFields) throws -> AddedFields {
    let first = try declared()
    let isOld = first.allSatisfy { name, entries in
      entries.allSatisfy { $0.field.archive == old.entry(like: $0, of: name)?.field.archive }
    }
    var second = first
    if !isOld {
      // Two points in time differ only after a while.
      let start = ContinuousClock.now
      while ContinuousClock.now - start < .microseconds(20) {}
      second = try declared()
    }
    var added = old
    for (name, entries) in first {
      for (first, second) in zip(entries, second[name] ?? []) {
        added.set(try Self.entry(first, second, old.entry(like: first, of: name)), of: name)
      }
    }
    return added
  }

  /// What is recorded of a field whose default was made twice.
  private static func entry(_ first: Entry, _ second: Entry, _ old: Entry?) throws -> Entry {
    var (archive, isVarying) = (first.field.archive, false)
    if let old, old.field.archive == archive {
      isVarying = old.field.isVarying
    } else if archive != second.field.archive {
      isVarying = true
      if let old, old.field.isVarying { archive = old.field.archive }
    }
    return Entry(
      enumCase: first.enumCase,
      try AddedField(names: first.field.names, archive: archive, isVarying: isVarying))
  }

  /// Records all of it, and builds the indexes of small collections whose entries become others.
  func record(in scope: WriteScope) throws {
    let old = scope.addedFields
    let new = try recorded(over: old)
    try scope.record(shapes(over: scope.declaredShapes))
    if new == old { return }
    try scope.record(new)
    try scope.buildSmallIndexes()
  }

  // Shapes.

  /// Refuses types that lack something which a program of the same version has declared and stored.
  ///
  /// - Throws: `StoreError` with `schemaDrift`, which says what differs.
  func check(_ shapes: DeclaredShapes, _ recorded: [SchemaRecord]) throws(StoreError) {
    for schema in schemas where schema.evolution == .strict {
      guard let digest = shapes[schema], digest != schema.digest,
        let stored = recorded.last(where: { $0.schema.digest == digest })?.schema,
        stored.version == schema.version
      else { continue }
      let obstacles = schema.obstacles(from: stored)
      if obstacles.isEmpty { continue }
      throw StoreError(
        .schemaDrift,
        context: "\(schema.name) version \(schema.version): " + obstacles.joined(separator: "; "))
    }
  }

  /// The shapes on record, with those that the types have now.
  func shapes(over old: DeclaredShapes) -> DeclaredShapes {
    var shapes = old
    for schema in schemas where schema.evolution == .strict { shapes[schema] = schema.digest }
    return shapes
  }

  /// What the types declare, with the values that defaults have now; of a type without any an empty
  /// list.
  private func declared() throws -> [String: [Entry]] {
    var parts: [String: [String: [Entry]]] = [:]
    for schema in schemas {
      let enumCase = schema.kind.enumCase
      let entries = try schema.addedFields().map { Entry(enumCase: enumCase, $0) }
      // Objects may have a former name of the type, unless another type has it now.
      for name in [schema.name] + schema.formerNames.filter({ !names.contains($0) }) {
        parts[name, default: [:]][enumCase ?? ""] = entries
      }
    }
    return parts.mapValues { $0.sorted { $0.key < $1.key }.flatMap(\.value) }
  }
}

extension AddedFields {
  /// What is on record of the field of an entry.
  fileprivate func entry(like entry: Entry, of name: String) -> Entry? {
    types[name]?.first { $0.isOfSameField(as: entry) }
  }

  /// Takes the entry of a field in place of the one before.
  fileprivate mutating func set(_ entry: Entry, of name: String) {
    var entries = types[name] ?? []
    if let index = entries.firstIndex(where: { $0.isOfSameField(as: entry) }) {
      entries[index] = entry
    } else {
      entries.append(entry)
    }
    types[name] = entries
  }
}

extension AddedFields.Entry {
  fileprivate func isOfSameField(as other: Self) -> Bool {
    enumCase == other.enumCase && field.name == other.field.name
  }
}
