package import LodeCoding

/// The names that conditions on the rows of a model can use.
package struct ModelNames: Sendable {
  let schema: ArchiveSchema
  private let keyFields: [String]
  private let hasTimes: Bool

  /// Creates the names of a model.
  ///
  /// - Parameters:
  ///   - schema: The schema of the model.
  ///   - keyFields: The stored names of the key's fields.
  ///   - hasTimes: Whether rows have timestamps.
  package init(_ schema: ArchiveSchema, keyFields: [String], hasTimes: Bool) {
    self.schema = schema
    self.keyFields = keyFields
    self.hasTimes = hasTimes
  }

  /// Returns the path with stored names.
  ///
  /// The result for a component of `$key`, or for the `$key` of a key with one field, is the path
  /// of the field.
  ///
  /// - Throws: ``ConditionError`` with `unknownField` if the model lacks the field or the
  ///   timestamps, and `isLenient` is `false`.
  package func resolved(
    _ path: ArchivePath, in selection: Selection?, isLenient: Bool
  ) throws(ConditionError) -> ArchivePath {
    switch path {
    case .created, .updated:
      if hasTimes || isLenient { return path }
      throw .noTimes(path, of: schema.name, in: selection)
    case .key:
      guard keyFields.count == 1, case .found(let field) = schema.resolve(ArchivePath(keyFields))
      else { return path }
      return field
    case _ where path.isRowProperty && path.names.count == 2:
      let field = ArchivePath([path.names[1]])
      if case .found(let stored) = schema.resolve(field), keyFields.contains(stored.names[0]) {
        return stored
      }
      if isLenient { return path }
      throw .unknownField(path, position: 1, among: keyFields, of: schema.name, in: selection)
    default: return try schema.resolved(path, in: selection, isLenient: isLenient)
    }
  }

  /// Returns whether a path of stored names has values or elements of type `Float`.
  package func hasFloats(at path: ArchivePath) -> Bool {
    schema.type(at: path)?.innermost == .float
  }

  /// Refuses a selection whose text compares a field with a constant of an unrelated type.
  ///
  /// The call accepts every selection that Swift code built.
  ///
  /// - Throws: ``ConditionError`` with `typeMismatch` for the first of these comparisons.
  package func checkValues(of selection: Selection) throws(ConditionError) {
    try selection.checkValues(of: schema.name) { schema.type(at: $0) }
  }

  /// Returns whether a selection with the same shape, but with other constants, could be refused or
  /// could need a check of the stored rows.
  ///
  /// Constants in comparisons with `Float` fields are rounded, so they count too.
  package func checkDependsOnConstants(of selection: Selection) -> Bool {
    selection.checkDependsOnConstants { schema.type(at: $0) }
      || selection.condition.pathList.contains { path in
        hasFloats(at: path) || selection.isText && isOpen(path)
      }
  }

  /// Returns whether the path leads into a value whose fields the schema does not list, such as a
  /// dictionary.
  package func isOpen(_ path: ArchivePath) -> Bool {
    if case .open = schema.resolve(path) { true } else { false }
  }
}
