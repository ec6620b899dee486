internal import LodeCoding
internal import LodeStore

/// The defaults and the former names of fields that types declare, for objects that lack the
/// fields.
///
/// The declarations include the types of properties, if the schemas name these types.
struct DeclaredDefaults {
  private typealias Entry = AddedFields.Entry

  /// The schemas of the types and of their properties' types, sorted by version.
  private let schemas: [ArchiveSchema]
  /// The names of the types in archives, without former names.
  private let names: Set<String>

  /// Collects the declarations of types.
  ///
  /// - Parameters:
  ///   - types: The types.
  ///   - latest: Returns the latest version of a type in a store, by type name. The initializer
  ///     ignores schemas of an earlier version.
  init(_ types: [any ArchivableObject.Type], latest: (String) -> Int = { _ in 0 }) {
    schemas = ArchiveSchema.declared(by: types).filter { $0.version >= latest($0.name) }
      .sorted { $0.version < $1.version }
    names = Set(schemas.map(\.name))
  }

  /// Returns the existing records, updated with the declared defaults.
  ///
  /// A default that differs at each evaluation, such as `UUID()`, keeps the recorded value. The
  /// result keeps recorded fields that the types do not have, because another version of the
  /// program may have the fields.
  ///
  /// - Throws: `StoreError` caused by an `ArchiveError` if a default cannot be archived.
  func recorded(over old: AddedFields) throws -> AddedFields {
    let first = try declared()
    let isOld = first.allSatisfy { name, entries in
      entries.allSatisfy { $0.field.archive == old.entry(like: $0, of: name)?.field.archive }
    }
    var second = first
    if !isOld {
      // Two dates differ only if some time passes between the evaluations.
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

  /// Returns the record of a field whose default was evaluated twice.
  private static func entry(_ first: Entry, _ second: Entry, _ old: Entry?) throws -> Entry {
    var (archive, isVarying) = (first.field.archive, false)
    if let old, old.field.archive == archive {
      isVarying = old.field.isVarying
    } else if archive != second.field.archive {
      isVarying = true
      if let old, old.field.isVarying { archive = old.field.archive }
    }
    let field = try archivingErrors {
      try AddedField(names: first.field.names, archive: archive, isVarying: isVarying)
    }
    return Entry(enumCase: first.enumCase, field)
  }

  /// Records the declarations, and builds indexes of collections with up to 10,000 rows if the new
  /// defaults change entries.
  func record(in scope: WriteScope) throws {
    let old = scope.addedFields
    let new = try recorded(over: old)
    try scope.record(shapes(over: scope.declaredShapes))
    if new == old { return }
    try scope.record(new)
    try scope.buildSmallIndexes()
  }

  /// Refuses a type whose schema is incompatible with the recorded schema of the same version.
  ///
  /// - Throws: `StoreError` with `schemaDrift` and the differences, for example a stored field that
  ///   the type lacks.
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

  /// Returns the recorded digests of schemas, updated with the digests of the types' schemas.
  func shapes(over old: DeclaredShapes) -> DeclaredShapes {
    var shapes = old
    for schema in schemas where schema.evolution == .strict { shapes[schema] = schema.digest }
    return shapes
  }

  /// Returns the declarations by type name, with newly evaluated defaults; an empty list for a type
  /// without declarations.
  private func declared() throws -> [String: [Entry]] {
    var parts: [String: [String: [Entry]]] = [:]
    for schema in schemas {
      let enumCase = schema.kind.enumCase
      let entries = try archivingErrors { try schema.addedFields() }.map {
        Entry(enumCase: enumCase, $0)
      }
      // An object can have a former name of the type, unless another type has the same name.
      for name in [schema.name] + schema.formerNames.filter({ !names.contains($0) }) {
        parts[name, default: [:]][enumCase ?? ""] = entries
      }
    }
    return parts.mapValues { $0.sorted { $0.key < $1.key }.flatMap(\.value) }
  }
}

extension AddedFields {
  /// Returns the record of the same field as an entry, or `nil` if the field has no record.
  fileprivate func entry(like entry: Entry, of name: String) -> Entry? {
    types[name]?.first { $0.isOfSameField(as: entry) }
  }

  /// Adds the entry of a field, or replaces the existing entry of the field.
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
  /// Returns whether both entries describe the same field of the same enumeration case.
  fileprivate func isOfSameField(as other: Self) -> Bool {
    enumCase == other.enumCase && field.name == other.field.name
  }
}
