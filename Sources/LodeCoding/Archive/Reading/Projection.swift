// Parts of an archived structure, read as another type or by name.
extension Unarchiver {
  /// Reads the fields of an archived structure that another structure has under the same names, and
  /// passes over the rest.
  ///
  /// Names and versions of the two types play no part. Fields that the archive lacks have their
  /// defaults.
  ///
  /// - Complexity: O(bytes of the fields).
  /// - Throws: ``ArchiveError`` with `missingField` when the archive lacks a field without default,
  ///   `typeMismatch` when it is no structure or a field is of another type; else as
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

  /// Reads some fields of an archived structure by their names, without the type that wrote it.
  ///
  /// A field that the type got later has the default that the schema was recorded with. Names of no
  /// field are left out.
  ///
  /// - Complexity: O(bytes of the fields).
  /// - Throws: ``ArchiveError`` with `typeMismatch` when the archive is no structure, or a field
  ///   holds instances of classes; else as `unarchive(_:stored:schema:)`.
  public func fields(
    _ names: [String], stored bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws -> [String: ArchiveValue] {
    try reading(stored: bytes, schema: schema) { reader in try reader.fields(named: names) }
  }
}

extension ArchiveReader {
  /// Reads the archived value as a structure of any name.
  fileprivate mutating func projection<T: Archivable>(as type: T.Type) throws -> T {
    let stored = try beginStructure()
    // It is planned for a schema of its own: a plan for the type's would later pass for one of an
    // object of the type.
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

  /// Enters the structure that is archived; returns its schema.
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

/// Stands for the schema by which a type is read out of others.
private enum Projected<T> {}
