internal import LodeCoding
internal import LodeStore

/// The field names that a query may use: the fields of a model, or the fields of the rows.
package struct FieldNames: Sendable {
  /// The names of the model; `nil` if the names are the fields of the stored rows.
  private let names: ModelNames?
  /// The model; `nil` if the names are the fields of the stored rows.
  let model: (any Model.Type)?
  /// Whether the query changes rows, which disables lenient names.
  let isChange: Bool
  /// The owner of cached plans; `nil` if the fields depend on the stored rows.
  let owner: PlanOwner?

  /// Creates the field names of the stored rows.
  package init(isChange: Bool = false) {
    (names, model, owner) = (nil, nil, nil)
    self.isChange = isChange
  }

  /// Creates the field names of a model.
  init<M: Model>(of model: M.Type, isChange: Bool = false) {
    names = M.fieldNames
    self.model = model
    owner = PlanOwner(model: model, isChange: isChange)
    self.isChange = isChange
  }

  /// Returns whether the check of a selection can have another result for other constants.
  func checkDependsOnConstants(of selection: Selection) -> Bool {
    names?.checkDependsOnConstants(of: selection) ?? true
  }

  /// Returns the selection with stored field names, and with literals rounded to `Float` in
  /// comparisons with `Float` fields.
  ///
  /// - Throws: One of these errors:
  ///   - `StoreError` with `damaged` if a row is damaged.
  ///   - `StoreError` with `collectionNotFound` if the selection was parsed from text for
  ///     documents, and the collection does not exist.
  ///   - `StoreError` caused by a `ConditionError` with one of these codes:
  ///     - `unknownField` if a name does not exist.
  ///     - `typeMismatch` if a condition parsed from text compares a field with a value of an
  ///       unrelated type.
  func checked(_ selection: Selection, in access: CollectionAccess) throws -> Selection {
    var checked = try resolved(selection, in: access)
    let floats = checked.condition.pathList.filter {
      names?.hasFloats(at: $0) ?? FieldNameCheck(access).hasFloats(at: $0)
    }
    if !floats.isEmpty { checked.condition = checked.condition.withFloats(at: Set(floats)) }
    return checked
  }

  private func resolved(_ selection: Selection, in access: CollectionAccess) throws -> Selection {
    let isLenient = selection.isLenient && !isChange
    guard let names else {
      let check = FieldNameCheck(access)
      if !isLenient {
        if selection.isText { try access.checkExists() }
        try check.check(selection.namedPaths, in: selection, isChange: isChange)
      }
      let resolved = selection.renamed { check.resolved($0) }
      if !isLenient { try check.checkValues(of: resolved) }
      return resolved
    }
    let resolved = try causing(.invalidCondition, collection: access.name) {
      () throws(ConditionError) in
      let resolved = try selection.resolved(in: names, isLenient: isLenient)
      if !isLenient { try names.checkValues(of: resolved) }
      return resolved
    }
    if isLenient || !resolved.isText { return resolved }
    let open = resolved.namedPaths.filter { resolved.isWritten($0) && names.isOpen($0) }
    if !open.isEmpty { try FieldNameCheck(access).check(open, in: resolved, isChange: isChange) }
    return resolved
  }

  /// Returns the paths with stored field names.
  ///
  /// - Throws: `StoreError` caused by a `ConditionError` with `unknownField` if a name does not
  ///   exist.
  func checked(
    _ paths: [ArchivePath], of selection: Selection, in access: CollectionAccess
  ) throws -> [ArchivePath] {
    if paths.isEmpty { return paths }
    let isLenient = selection.isLenient && !isChange
    guard let names else {
      let check = FieldNameCheck(access)
      if !isLenient { try check.check(paths.filter(\.isNamed), in: nil, isChange: isChange) }
      return paths.map { check.resolved($0) }
    }
    return try causing(.invalidCondition, collection: access.name) { () throws(ConditionError) in
      try paths.map { path throws(ConditionError) in
        try names.resolved(path, in: nil, isLenient: isLenient)
      }
    }
  }
}

extension Model {
  /// The names that conditions on the model can use.
  static var fieldNames: ModelNames {
    ModelNames(archiveSchema, keyFields: keyFields, hasTimes: keepsTimestamps)
  }

  /// Returns the stored name of a field, given the stored name or the name of the field's property.
  ///
  /// - Throws: `StoreError` caused by a `ConditionError` with `unknownField` if the field does not
  ///   exist.
  static func storedName(of name: String) throws(StoreError) -> String {
    try causing(.invalidCondition, collection: collectionName) { () throws(ConditionError) in
      try archiveSchema.resolved(ArchivePath([name]), in: nil, isLenient: false).names[0]
    }
  }
}
