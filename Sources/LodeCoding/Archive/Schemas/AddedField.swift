/// A field that a type got later, as a store records it for objects that were archived before.
package struct AddedField: Sendable {
  /// The name of today, and the former ones.
  package let names: [String]
  /// The self-contained archive of the default, whose type is that of the field; empty when there
  /// is none.
  package let archive: [UInt8]
  /// Whether the program's own default differs each time, so that reads have the recorded one.
  package let isVarying: Bool
  /// The default, as it is without its Swift type.
  let value: Archive?

  /// Creates a field from what is recorded.
  ///
  /// - Throws: ``ArchiveError`` when the bytes are no archive.
  package init(names: [String], archive: [UInt8], isVarying: Bool = false) throws {
    self.names = names
    self.archive = archive
    self.isVarying = isVarying
    value = archive.isEmpty ? nil : try Archive(archive.span)
  }

  /// The name of today.
  package var name: String { names[0] }

  /// Whether an object that has the field as nil is read with the default too: the field has become
  /// one that is always there.
  var replacesNil: Bool { value.map { $0.rootType.code != .optional } ?? false }

  /// Whether objects of a schema may be read otherwise than as they are.
  package func concerns(_ schema: ArchiveSchema) -> Bool {
    guard let field = schema.fields.first(where: { $0.name.hasSameUTF8(name) }) else { return true }
    return replacesNil && field.type.code == .optional
  }
}

extension AddedField: Hashable {
  /// Whether both are recorded alike.
  package static func == (a: AddedField, b: AddedField) -> Bool {
    a.names == b.names && a.archive == b.archive && a.isVarying == b.isVarying
  }

  /// Hashes what `==` compares.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(names)
    hasher.combine(archive)
  }
}

extension ArchiveSchema {
  /// The same schema, with what its objects are read with for fields that the type got later.
  package func with(added: [AddedField]) -> ArchiveSchema {
    ArchiveSchema(
      name, kind: kind, version: version, was: formerNames, fields: fields,
      isExtensible: isExtensible, evolution: evolution, added: added)
  }

  /// What is recorded for a field of the type that objects of this schema may lack.
  func added(named name: String) -> AddedField? {
    added.first { $0.name.hasSameUTF8(name) }
  }
}

extension ArchiveSchema.Kind {
  /// The name of the case; `nil` for anything but a case of an enumeration.
  package var enumCase: String? { if case .enumCase(let name) = self { name } else { nil } }
}
