/// The schemas of objects that are archived without their Swift types, made from the objects'
/// fields.
///
/// The most recent schemas stay cached for the next archive, because consecutive objects often have
/// the same fields.
struct UntypedSchemas {
  /// The changes that a store accepts without a new version of the type.
  var evolution = ArchiveEvolution.strict
  /// The most recent schemas, the oldest first.
  private var recent: [ArchiveSchema] = []
  private static let capacity = 16

  /// Returns the schema of an object's own fields, without the fields of a superclass.
  ///
  /// - Throws: ``ArchiveError`` with one of these codes:
  ///   - `wrongFields` if two fields have one name.
  ///   - `tooDeep` if a type is composed of more than 16 types, or `typeMismatch` if a field's type
  ///     is or contains `null`.
  mutating func schema(of object: ArchivedObject) throws(ArchiveError) -> ArchiveSchema {
    try schema(
      object.name, object.kind, object.version, object.fields,
      isExtensible: object.extensions != nil, evolution)
  }

  /// Returns the schema of a group of fields in an object of the type `name`.
  ///
  /// - Throws: ``ArchiveError`` with one of these codes:
  ///   - `wrongFields` if two fields have one name.
  ///   - `tooDeep` if a type is composed of more than 16 types, or `typeMismatch` if a field's type
  ///     is or contains `null`.
  mutating func schema(
    of group: ArchivedObject.Group, in name: String
  ) throws(ArchiveError) -> ArchiveSchema {
    // Every object may have other fields of a group.
    try schema(
      name, .extension(group.label), group.version, group.fields, isExtensible: false, .open)
  }

  private mutating func schema(
    _ name: String, _ kind: ArchiveSchema.Kind, _ version: Int, _ fields: [ArchivedObject.Field],
    isExtensible: Bool, _ evolution: ArchiveEvolution
  ) throws(ArchiveError) -> ArchiveSchema {
    for schema in recent
    where schema.version == version && schema.evolution == evolution
      && schema.isExtensible == isExtensible && schema.name.hasSameUTF8(name)
      && schema.kind.hasSameBytes(as: kind) && schema.hasSameFields(as: fields)
    {
      return schema
    }
    try Self.check(fields, of: kind.label.map { "\(name) (\($0))" } ?? name)
    var schema = ArchiveSchema(
      name, kind: kind, version: version,
      fields: fields.map { ArchiveSchema.Field($0.name, type: $0.type) },
      isExtensible: isExtensible)
    if evolution != .strict { schema = schema.with(evolution: evolution) }
    if recent.count == Self.capacity { recent.removeFirst() }
    recent.append(schema)
    return schema
  }

  /// Throws an error if two fields have one name, or a field has an invalid type.
  private static func check(
    _ fields: [ArchivedObject.Field], of name: String
  ) throws(ArchiveError) {
    guard Set(fields.lazy.map { Array($0.name.utf8) }).count == fields.count else {
      throw ArchiveError(.wrongFields, "\(name) has two fields with the same name")
    }
    for field in fields {
      guard field.type.isValid else {
        throw ArchiveError(.tooDeep, "the type of \(name).\(field.name) has more than 16 codes")
      }
      guard field.type.holdsNoNull else {
        throw ArchiveError(
          .typeMismatch, "\(name).\(field.name) is of type null, which only an any can hold")
      }
    }
  }
}

extension ArchiveSchema {
  /// Returns whether the fields have the same names and types as the fields of an object.
  fileprivate func hasSameFields(as others: [ArchivedObject.Field]) -> Bool {
    guard fields.count == others.count else { return false }
    for index in others.indices {
      guard fields[index].type == others[index].type,
        fields[index].name.hasSameUTF8(others[index].name)
      else { return false }
    }
    return true
  }
}

extension ArchiveSchema.Kind {
  fileprivate var label: String? { if case .extension(let label) = self { label } else { nil } }

  /// Returns whether both kinds are equal, with names of equal UTF-8.
  fileprivate func hasSameBytes(as other: ArchiveSchema.Kind) -> Bool {
    switch (self, other) {
    case (.structure, .structure), (.class(nil), .class(nil)): true
    case (.class(let a?), .class(let b?)): a.hasSameUTF8(b)
    case (.enumCase(let a), .enumCase(let b)): a.hasSameUTF8(b)
    case (.extension(let a), .extension(let b)): a.hasSameUTF8(b)
    default: false
    }
  }
}

extension ArchivedObject {
  /// The schema of the fields, without the fields of a superclass; each access creates the schema.
  public var schema: ArchiveSchema {
    ArchiveSchema(
      name, kind: kind, version: version,
      fields: fields.map { ArchiveSchema.Field($0.name, type: $0.type) },
      isExtensible: extensions != nil)
  }
}
