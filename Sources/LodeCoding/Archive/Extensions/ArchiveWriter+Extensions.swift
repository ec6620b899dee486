extension ArchiveWriter {
  /// Archives the fields that an object has beyond its type's own fields.
  ///
  /// For types with an extensible schema, this is the last call of `encode(to:)`.
  ///
  /// - Throws: ``ArchiveError``: `wrongFields` if fields of the schema are missing or the schema is
  ///   not extensible; `tooDeep` or `tooLarge` if a limit is exceeded; the error of a value that
  ///   could not be set.
  public mutating func encode(_ extensions: ArchiveExtensions) throws {
    guard fields.variablesLeft == 1, let schema = schemas.schema(fields.schema),
      schema.isExtensible
    else { throw wrongFields() }
    if extensions.hasNothing { return try endVariable() }
    try extensions.checkFailures()
    try append(groups: extensions.groups, of: schema.name)
  }
}
