extension ArchiveWriter {
  /// Archives the fields that an object has beyond its type's own fields.
  ///
  /// A type with an extensible schema calls this method last in `encode(to:)`.
  ///
  /// - Complexity: O(n) for n bytes of the fields; O(n log n) with sets or dictionaries, whose
  ///   elements are sorted.
  /// - Throws: The error of an extension value that cannot be archived, or ``ArchiveError`` with
  ///   one of these codes:
  ///   - `wrongFields` if the type has not archived all other fields, or the schema is not
  ///     extensible.
  ///   - `tooDeep` or `tooLarge` if the fields exceed a limit.
  public mutating func encode(_ extensions: ArchiveExtensions) throws {
    guard fields.variablesLeft == 1, let schema = schemas.schema(fields.schema),
      schema.isExtensible
    else { throw wrongFields() }
    if extensions.hasNothing { return try endVariable() }
    try extensions.checkFailures()
    try ArchivedObject.Group.append(extensions.groups, of: schema.name, to: &self)
  }
}
