package import LodeCoding

/// The names that conditions on the rows of a model may use.
package struct ModelNames: Sendable {
  let schema: ArchiveSchema
  private let keyFields: [String]
  private let hasTimes: Bool

  /// - Parameters:
  ///   - keyFields: the archived names of the fields that keys are made of.
  ///   - hasTimes: whether rows keep the times of their changes.
  package init(_ schema: ArchiveSchema, keyFields: [String], hasTimes: Bool) {
    self.schema = schema
    self.keyFields = keyFields
    self.hasTimes = hasTimes
  }

  /// A path with the names that archives have; the field of the key for `$key`.
  ///
  /// - Throws: ``ConditionError`` with `unknownField`.
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

  /// Whether a `Float`, or several of them, are at a path of stored names.
  package func hasFloats(at path: ArchivePath) -> Bool {
    schema.type(at: path)?.innermost == .float
  }

  /// Refuses a text that compares a field with a value that the field can never have.
  ///
  /// - Throws: ``ConditionError`` with `typeMismatch`.
  package func checkValues(of selection: Selection) throws(ConditionError) {
    try selection.checkValues(of: schema.name) { schema.type(at: $0) }
  }

  /// Whether the path leads into values whose names the model does not list.
  package func isOpen(_ path: ArchivePath) -> Bool {
    if case .open = schema.resolve(path) { true } else { false }
  }
}
