extension ArchiveSchema {
  /// Returns the same schema with records of the fields that the type added later.
  package func with(added: [AddedField]) -> ArchiveSchema {
    ArchiveSchema(copying: self, evolution: evolution, added: added)
  }

  /// Returns the record of a field that objects of this schema may lack.
  func added(named name: String) -> AddedField? {
    added.first { $0.name.hasSameUTF8(name) }
  }
}

extension AddedField {
  /// Returns whether the record may change how objects of a schema decode.
  package func concerns(_ schema: ArchiveSchema) -> Bool {
    guard let field = schema.fields.first(where: { $0.name.hasSameUTF8(name) }) else { return true }
    return replacesNil && field.type.code == .optional
  }
}
