extension ArchiveWriter {
  /// Archives what an object has beyond its own fields; the last call of an `encode(to:)`, for
  /// types whose schema is extensible.
  ///
  /// - Throws: ``ArchiveError`` with `wrongFields` when fields of the schema are still to come, or
  ///   it is not extensible; `tooDeep`, `tooLarge`; why a value could not be set.
  public mutating func encode(_ extensions: ArchiveExtensions) throws {
    guard fields.variablesLeft == 1, let schema = schemas.schema(fields.schema),
      schema.isExtensible
    else { throw wrongFields() }
    if extensions.hasNothing { return try endVariable() }
    try extensions.checkFailures()
    try append(groups: extensions.groups, of: schema.name)
  }
}
