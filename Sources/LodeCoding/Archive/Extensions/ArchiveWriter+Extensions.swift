extension ArchiveWriter {
  /// Archives the fields that an object has beyond its type's own fields.
  ///
  /// A type with an extensible schema calls this method last in `encode(to:)`.
  ///
  /// - Complexity: O(n) for n bytes of the fields.
  /// - Throws: The error of a value that could not be set, or ``ArchiveError`` with one of these
  ///   codes:
  ///   - `wrongFields` if fields of the schema are missing or the schema is not extensible.
  ///   - `tooDeep` or `tooLarge` if a limit is exceeded.
  public mutating func encode(_ extensions: ArchiveExtensions) throws {
    guard fields.variablesLeft == 1, let schema = schemas.schema(fields.schema),
      schema.isExtensible
    else { throw wrongFields() }
    if extensions.hasNothing { return try endVariable() }
    try extensions.checkFailures()
    try append(groups: extensions.groups, of: schema.name)
  }
}
