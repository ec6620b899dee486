// Projections of an archived structure: parts decoded as another type or by name.
extension Unarchiver {
  /// Decodes an archived structure's fields that `type` also has, and skips all other fields.
  ///
  /// Fields match by name; the names and versions of the two types are ignored. Fields that the
  /// archive lacks have their defaults.
  ///
  /// - Complexity: O(n) in the bytes of the fields.
  /// - Throws: ``ArchiveError``: `missingField` if the archive lacks a field without a default;
  ///   `typeMismatch` if the archive is not a structure or a field has another type; otherwise as
  ///   `unarchive(_:stored:schema:)`.
  public func project<T: Archivable>(
    _ type: T.Type = T.self, stored bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws -> T {
    try reading(stored: bytes, schema: schema) { reader in
      let value = try reader.projection(as: type)
      try reader.resolvePending()
      return value
    }
  }

  /// Decodes some fields of an archived structure by name, without the type that wrote the
  /// structure.
  ///
  /// A field that the type added later has the default recorded with the schema. Names that match
  /// no field are omitted.
  ///
  /// - Complexity: O(n) in the bytes of the fields.
  /// - Throws: ``ArchiveError``: `typeMismatch` if the archive is not a structure, or a field holds
  ///   instances of classes; otherwise as `unarchive(_:stored:schema:)`.
  public func fields(
    _ names: [String], stored bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws -> [String: ArchiveValue] {
    try reading(stored: bytes, schema: schema) { reader in try reader.fields(named: names) }
  }
}

extension ArchiveReader {
  /// Decodes the archived value as a structure of any name.
  fileprivate mutating func projection<T: Archivable>(as type: T.Type) throws -> T {
    let stored = try beginStructure()
    // The projection has its own schema. Otherwise the session would later reuse its plan for
    // objects of the type itself.
    let wanted = ArchiveSchema.cached(for: Projected<T>.self) {
      let schema = T.archiveSchema
      return ArchiveSchema(
        schema.name, version: Int(Int32.max), fields: schema.fields,
        isExtensible: schema.isExtensible)
    }
    let plan = try session.plan(stored, wanted, at: cursor.position)
    let outer = try beginFields(plan, end: cursor.end)
    defer { endObject(outer) }
    return try T(from: &self)
  }

  fileprivate mutating func fields(named names: [String]) throws -> [String: ArchiveValue] {
    let schema = try beginStructure()
    let plan = session.plan(schema)
    let outer = try beginFields(plan, end: cursor.end)
    defer { endObject(outer) }
    let end = cursor.end
    var fields: [String: ArchiveValue] = [:]
    for name in names {
      guard let index = schema.index(of: name) else {
        fields[name] = schema.added(named: name)?.value?.value(at: ArchivePath([]))
        continue
      }
      let value = try value(of: schema.fields[index], plan.slots[index], end)
      guard !value.hasReferences else {
        throw ArchiveError(
          .typeMismatch, at: cursor.position, "\(schema.name).\(name) holds instances of classes")
      }
      fields[name] = value
    }
    return fields
  }

  /// Enters the archived structure and returns its schema.
  private mutating func beginStructure() throws -> ArchiveSchema {
    let type = try cursor.type()
    guard type == .object else {
      throw ArchiveError(.typeMismatch, at: 0, "the archive has \(type), no structure")
    }
    try enter()
    let schema = session.schemas[try objectNumber() - 1]
    guard schema.kind == .structure else {
      throw ArchiveError(.typeMismatch, at: cursor.position, "the archive has \(schema)")
    }
    return schema
  }
}

/// A cache key for the schema that projects other types to `T`.
private enum Projected<T> {}
