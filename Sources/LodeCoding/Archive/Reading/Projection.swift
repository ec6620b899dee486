// Projections: some fields of an archived structure, decoded as another type or by name.
extension Unarchiver {
  /// Decodes the fields of an archived structure that `type` also has, and skips all other fields.
  ///
  /// Fields match by name. The names and versions of the types do not matter. A field that the
  /// archive lacks gets its default.
  ///
  /// - Parameters:
  ///   - type: The type with the requested fields.
  ///   - bytes: The archive.
  ///   - schema: Returns the schema with a number, or `nil` if the store has no schema with the
  ///     number.
  /// - Complexity: O(f · g + n) for f fields of `type`, g fields of the archived structure, and n
  ///   bytes of the decoded fields.
  /// - Throws: Any error that a type's own decoding or a field's default throws, and
  ///   ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if the archive does not hold a structure, or a field has another type.
  ///   - `outOfRange` if a number does not fit its type.
  ///   - `missingField` if an object lacks a field without a default, or `unknownCase` if an
  ///     enumeration lacks the archived case or raw value.
  ///   - `futureVersion` if a later version of a type wrote an object inside the structure with
  ///     other fields.
  ///   - `typeNotAllowed` if an instance's class is neither the declared class nor listed in
  ///     `allowing`.
  ///   - `unresolvedCycle` if creating an instance of a class requires the same instance.
  ///   - `wrongFields` if a type decodes other fields than its schema declares.
  ///   - `tooDeep` or `tooLarge` if the archive exceeds a limit.
  ///   - `unknownFormat`, `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, or
  ///     `invalidValue` if the bytes are damaged.
  ///   - `unknownReference` if `schema` returns `nil` for a number, or a reference leads to no
  ///     object.
  public func project<T: Archivable>(
    _ type: T.Type = T.self, stored bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws -> T {
    try reading(stored: bytes, schema: schema) { reader in
      let value = try Self.projection(as: type, &reader)
      try reader.resolvePending()
      return value
    }
  }

  /// Decodes the named fields of an archived structure, without the Swift type.
  ///
  /// A field that the type added later has the default that the store recorded. The result omits a
  /// name that matches no field, and an added field whose default is nil or missing.
  ///
  /// - Parameters:
  ///   - names: The names of the fields.
  ///   - bytes: The archive.
  ///   - schema: Returns the schema with a number, or `nil` if the store has no schema with the
  ///     number.
  /// - Complexity: O(m · f + n) for m names, f fields of the structure, and n bytes of the decoded
  ///   fields.
  /// - Throws: ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if the archive does not hold a structure, a field holds instances of
  ///     classes, or an object has a schema of another kind.
  ///   - `tooDeep` or `tooLarge` if the archive exceeds a limit.
  ///   - `unknownFormat`, `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, or
  ///     `invalidValue` if the bytes are damaged.
  ///   - `unknownReference` if `schema` returns `nil` for a number, or a reference leads to no
  ///     object.
  public func fields(
    _ names: [String], stored bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws -> [String: ArchiveValue] {
    try reading(stored: bytes, schema: schema) { reader in
      var values = UntypedReader(reader.cursor, reader.session)
      return try values.fields(named: names)
    }
  }

  /// Decodes the archived structure as another type; the names of the types may differ.
  private static func projection<T: Archivable>(
    as type: T.Type, _ reader: inout ArchiveReader
  ) throws -> T {
    let session = reader.session
    let stored = try session.takeStructure(&reader.cursor)
    // The schema is a separate instance. Otherwise the session would reuse the projection's plan
    // for objects of the type itself, without checking their name and version.
    let wanted = ArchiveSchema.cached(for: Projected<T>.self) {
      let schema = T.archiveSchema
      return ArchiveSchema(
        schema.name, version: Int(Int32.max), fields: schema.fields,
        isExtensible: schema.isExtensible)
    }
    let plan = try session.plan(stored, wanted, at: reader.cursor.position)
    let outer = try reader.beginFields(plan: plan.number)
    defer { reader.endObject(outer) }
    return try T(from: &reader)
  }
}

extension UntypedReader {
  /// Decodes the fields with the given names.
  fileprivate mutating func fields(named names: [String]) throws -> [String: ArchiveValue] {
    let schema = try session.takeStructure(&cursor)
    let plan = session.plan(schema)
    let frame = try session.frame(plan: plan.number, cursor, end: cursor.end)
    defer { session.leave() }
    var fields: [String: ArchiveValue] = [:]
    for name in names {
      guard let index = schema.index(of: name) else {
        fields[name] = schema.added(named: name)?.value?.value(at: ArchivePath([]))
        continue
      }
      let value = try value(at: plan.slots[index], in: frame, of: schema) ?? .null
      guard !value.hasReferences else {
        throw ArchiveError(
          .typeMismatch, at: cursor.position, "\(schema.name).\(name) holds instances of classes")
      }
      fields[name] = value
    }
    return fields
  }
}

extension ReadingSession {
  /// Begins a level of nesting with the archived structure, and returns the structure's schema.
  fileprivate func takeStructure(_ cursor: inout ByteCursor) throws(ArchiveError) -> ArchiveSchema {
    let type = try cursor.type()
    guard type == .object else {
      throw ArchiveError(.typeMismatch, at: 0, "the archive has \(type), not a structure")
    }
    try enter(at: cursor.position)
    let schema = schemas[try takeSchemaNumber(&cursor) - 1]
    guard schema.kind == .structure else {
      throw ArchiveError(
        .typeMismatch, at: cursor.position, "the archive has \(schema), not a structure")
    }
    return schema
  }
}

/// A cache key for the schema that projects other types to `T`.
private enum Projected<T> {}
