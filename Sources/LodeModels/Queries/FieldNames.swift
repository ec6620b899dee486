internal import LodeCoding
internal import LodeStore

/// The field names that a query may use: the fields of a model, or the fields of the rows.
///
/// A query checks its names once, before it reads rows.
package struct FieldNames: Sendable {
  /// The names of the model; `nil` if the rows decide.
  private let names: ModelNames?
  /// Whether rows are changed; then lenient selections are checked too.
  private let isChange: Bool

  /// The names that rows have.
  package init(isChange: Bool = false) {
    names = nil
    self.isChange = isChange
  }

  /// The names of a model.
  init<M: Model>(of model: M.Type, isChange: Bool = false) {
    names = M.fieldNames
    self.isChange = isChange
  }

  /// A selection with the names that archives have, and with numbers as `Float` where fields of
  /// that type are compared with them.
  ///
  /// - Throws: `ConditionError` with `unknownField` or `typeMismatch`; `StoreError` with
  ///   `collectionNotFound` if a text asks for rows of a collection that does not exist, and has no model.
  func checked(_ selection: Selection, in access: CollectionAccess) throws -> Selection {
    var checked = try resolved(selection, in: access)
    let floats = checked.condition.paths.filter { path in
      if let names { names.hasFloats(at: path) } else { access.hasFloats(at: path) }
    }
    checked.condition = checked.condition.withFloats(at: floats)
    return checked
  }

  private func resolved(_ selection: Selection, in access: CollectionAccess) throws -> Selection {
    let isLenient = selection.isLenient && !isChange
    guard let names else {
      if !isLenient {
        if selection.isText { try access.checkExists() }
        try access.checkNames(selection.namedPaths, in: selection, isChange: isChange)
      }
      let resolved = selection.renamed { access.resolved($0) }
      if !isLenient { try access.checkValues(of: resolved) }
      return resolved
    }
    let resolved = try selection.resolved(in: names, isLenient: isLenient)
    if isLenient { return resolved }
    try names.checkValues(of: resolved)
    let open = resolved.namedPaths.filter { resolved.isWritten($0) && names.isOpen($0) }
    if !open.isEmpty { try access.checkNames(open, in: resolved, isChange: isChange) }
    return resolved
  }

  /// Paths with the names that archives have.
  func checked(
    _ paths: [ArchivePath], of selection: Selection, in access: CollectionAccess
  ) throws -> [ArchivePath] {
    if paths.isEmpty { return paths }
    let isLenient = selection.isLenient && !isChange
    guard let names else {
      if !isLenient { try access.checkNames(paths.filter(\.isNamed), in: nil, isChange: isChange) }
      return paths.map { access.resolved($0) }
    }
    return try paths.map { try names.resolved($0, in: nil, isLenient: isLenient) }
  }
}

extension Model {
  /// The names that conditions may use.
  static var fieldNames: ModelNames {
    ModelNames(archiveSchema, keyFields: keyFields, hasTimes: keepsTimestamps)
  }

  /// The name that archives have for a field, given by that name or by the name of the property.
  ///
  /// - Throws: `ConditionError` with `unknownField`.
  static func storedName(of name: String) throws(ConditionError) -> String {
    try archiveSchema.resolved(ArchivePath([name]), in: nil, isLenient: false).names[0]
  }
}
