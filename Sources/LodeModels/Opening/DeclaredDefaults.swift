internal import LodeCoding
internal import LodeStore

/// The defaults and former names that types declare for objects that lack fields.
///
/// Types of properties are included, if the schemas name the types.
struct DeclaredDefaults {
  private typealias Entry = AddedFields.Entry

  /// The schemas, sorted by version.
  private let schemas: [ArchiveSchema]
  /// The current names of the types.
  private let names: Set<String>

  /// Collects the declarations of types.
  ///
  /// - Parameter latest: The latest version of a type in a store; types of an earlier version are
  ///   ignored.
  init(_ types: [any ArchivableObject.Type], latest: (String) -> Int = { _ in 0 }) {
    schemas = ArchiveSchema.declared(by: types).filter { $0.version >= latest($0.name) }
      .sorted { $0.version < $1.version }
    names = Set(schemas.map(\.name))
  }

  /// Returns the defaults to record over existing records.
  ///
  /// A default with a different value at each evaluation, such as `UUID()`, keeps the recorded
  /// value. The records also keep fields that these types do not have, because another version of
  /// the program may have the fields.
  ///
  /// - Throws: `ArchiveError` if a default cannot be archived.
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
    return Entry(
      enumCase: first.enumCase,
      try AddedField(names: first.field.names, archive: archive, isVarying: isVarying))
  }

  /// Records the declarations, and rebuilds the indexes of small collections whose entries change.
  func record(in scope: WriteScope) throws {
    let old = scope.addedFields
    let new = try recorded(over: old)
    try scope.record(shapes(over: scope.declaredShapes))
    if new == old { return }
    try scope.record(new)
    try scope.buildSmallIndexes()
  }

  // Schemas.

  /// Refuses types that lack a field which a program of the same version declared and stored.
  ///
  /// - Throws: `StoreError` with `schemaDrift` and the differences, if a type lacks a stored field.
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

  /// Returns the recorded schemas, updated with the current schemas of the types.
  func shapes(over old: DeclaredShapes) -> DeclaredShapes {
    var shapes = old
    for schema in schemas where schema.evolution == .strict { shapes[schema] = schema.digest }
    return shapes
  }

  /// Returns the declarations with the current values of defaults; an empty list for a type without
  /// declarations.
  private func declared() throws -> [String: [Entry]] {
    var parts: [String: [String: [Entry]]] = [:]
    for schema in schemas {
      let enumCase = schema.kind.enumCase
      let entries = try schema.addedFields().map { Entry(enumCase: enumCase, $0) }
      // Objects may have a former name of the type, unless another type has the name now.
      for name in [schema.name] + schema.formerNames.filter({ !names.contains($0) }) {
        parts[name, default: [:]][enumCase ?? ""] = entries
      }
    }
    return parts.mapValues { $0.sorted { $0.key < $1.key }.flatMap(\.value) }
  }
}

extension AddedFields {
  /// Returns the record of an entry's field.
  fileprivate func entry(like entry: Entry, of name: String) -> Entry? {
    types[name]?.first { $0.isOfSameField(as: entry) }
  }

  /// Replaces the entry of a field.
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
