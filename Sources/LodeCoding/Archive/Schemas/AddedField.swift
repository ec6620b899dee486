/// The store's record of a field that a type added after objects were archived.
package struct AddedField: Sendable {
  /// The current name, followed by the former names.
  package let names: [String]
  /// The self-contained archive of the default; empty without a default.
  package let archive: [UInt8]
  /// Whether the program's default varies from call to call, as `UUID()` does.
  ///
  /// If the default varies, reads use the recorded default.
  package let isVarying: Bool
  /// The decoded default, without its Swift type, or `nil` without a default.
  let value: Archive?

  /// Creates a field from its record.
  ///
  /// - Throws: ``ArchiveError`` if `archive` is neither empty nor a self-contained archive.
  package init(names: [String], archive: [UInt8], isVarying: Bool = false) throws {
    self.names = names
    self.archive = archive
    self.isVarying = isVarying
    value = archive.isEmpty ? nil : try Archive(archive.span)
  }

  /// The current name of the field.
  package var name: String { names[0] }

  /// Whether the default also replaces a nil value, because the field is no longer optional.
  var replacesNil: Bool { value.map { $0.rootType.code != .optional } ?? false }

  /// Returns whether the record may change how objects of a schema decode.
  package func concerns(_ schema: ArchiveSchema) -> Bool {
    guard let field = schema.fields.first(where: { $0.name.hasSameUTF8(name) }) else { return true }
    return replacesNil && field.type.code == .optional
  }
}

extension AddedField: Hashable {
  /// Returns whether both records have equal `names`, `archive`, and `isVarying`.
  package static func == (a: AddedField, b: AddedField) -> Bool {
    a.names == b.names && a.archive == b.archive && a.isVarying == b.isVarying
  }

  /// Hashes the names and the default.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(names)
    hasher.combine(archive)
  }
}

extension ArchiveSchema {
  /// Returns the same schema with records of the fields that the type added later.
  package func with(added: [AddedField]) -> ArchiveSchema {
    ArchiveSchema(
      name, kind: kind, version: version, was: formerNames, fields: fields,
      isExtensible: isExtensible, evolution: evolution, added: added)
  }

  /// Returns the record of a field that objects of this schema may lack.
  func added(named name: String) -> AddedField? {
    added.first { $0.name.hasSameUTF8(name) }
  }
}

extension ArchiveSchema.Kind {
  /// The name of the enumeration case, or `nil` for other kinds.
  package var enumCase: String? { if case .enumCase(let name) = self { name } else { nil } }
}
