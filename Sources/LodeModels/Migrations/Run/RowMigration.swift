internal import LodeCoding
internal import LodeStore

/// A row after its steps.
struct MigratedRow {
  /// The key before the steps.
  let key: RowKey
  let archive: EncodedArchive
  /// The types of the changed objects, with the former versions, without duplicates.
  let objects: [TypeVersion]
  /// Whether the steps may have changed the key.
  var mayMove = false
  /// The model of the row; `nil` if the collection has no model of the row's type, or if the row
  /// needs further steps.
  var model: (any Model.Type)?

  /// Whether the steps changed the key of the row's model.
  var moves: Bool { mayMove && model != nil }

  /// Returns the key that the row's model has now, in the row's partition; `nil` if the key is the
  /// same.
  func newKey(_ unarchiver: Unarchiver) throws -> RowKey? {
    guard mayMove, key.format == .tuple, let model else { return nil }
    let new = try newKey(as: model, unarchiver)
    return new == key ? nil : new
  }

  private func newKey<M: Model>(as type: M.Type, _ unarchiver: Unarchiver) throws -> RowKey {
    let model = try archive.decoded(as: type, with: unarchiver)
    return try RowLocation(ofRowAt: key.bytes.span).rowKey(model.primaryKey)
  }
}

/// Migrates single rows: the row steps change the archive, and the result is encoded for the
/// program's types.
struct RowMigration {
  /// The row steps, which run first.
  var steps: ArchiveMigration
  private let types: RegisteredTypes
  /// The row steps of later stages (`MigrationPlan.Stage`), which an object may still need.
  private let later: StepChains

  init(_ types: RegisteredTypes, _ chains: StepChains, before later: StepChains = StepChains([])) {
    (self.types, self.later) = (types, later)
    steps = ArchiveMigration(chains, types)
  }

  /// Returns the row for an archive that ``steps`` has migrated.
  ///
  /// If no object needs further steps, the method decodes the row as the program's type, to find
  /// errors. The method then archives the decoded row, if the program has the types of all objects,
  /// and no object is an enumeration case. Otherwise, the method returns the result of the steps,
  /// because decoding can lose fields of other types.
  ///
  /// - Throws: One of these errors:
  ///   - ``MigrationError`` if a field would be lost.
  ///   - `ArchiveError` if the program cannot read the row.
  func row(_ archive: Archive, at key: RowKey, in collection: String) throws -> MigratedRow {
    let state = try state(of: archive)
    let objects = steps.changedObjects
    guard state != .unfinished, let type = types.type(ofRoot: archive) else {
      // A later stage migrates an unfinished row again.
      return MigratedRow(
        key: key, archive: try archive.forStore(evolution: .open), objects: objects,
        mayMove: state != .unfinished)
    }
    let isKnown = state == .known
    guard let model = types.model(of: type, in: collection) else {
      return MigratedRow(
        key: key, archive: try encode(archive, as: type, isKnown), objects: objects, mayMove: true)
    }
    let (encoded, moves) = try encode(archive, as: model, isKnown, at: key)
    return MigratedRow(key: key, archive: encoded, objects: objects, mayMove: moves, model: model)
  }

  /// The state of an archive's objects after a stage.
  private enum State {
    /// Some objects need further steps.
    case unfinished
    /// All objects are migrated; some objects are enumeration cases, or have types that the program
    /// does not have.
    case finished
    /// All objects are migrated, no object is an enumeration case, and the program has the types of
    /// all objects.
    case known
  }

  private func state(of archive: Archive) throws -> State {
    let (types, later) = (types, later)
    var (isFinished, isKnown) = (true, true)
    try archive.forEachLevel { object in
      if !later.next(object.name, after: object.version).isEmpty {
        isFinished = false
      } else if let type = types.type(named: object.name), object.isComparable {
        try object.checkFields(are: type.archiveSchema)
      } else {
        isKnown = false
      }
    }
    return isFinished ? (isKnown ? .known : .finished) : .unfinished
  }

  private func encode<T: ArchivableObject>(
    _ archive: Archive, as type: T.Type, _ isKnown: Bool
  ) throws -> EncodedArchive {
    let value = try archive.decoded(as: T.self, with: types.unarchiver)
    return isKnown ? try Archiver().encode(value) : try archive.forStore(evolution: .open)
  }

  private func encode<M: Model>(
    _ archive: Archive, as type: M.Type, _ isKnown: Bool, at key: RowKey
  ) throws -> (EncodedArchive, moves: Bool) {
    let model = try archive.decoded(as: M.self, with: types.unarchiver)
    let new = isKnown ? try Archiver().encode(model) : try archive.forStore(evolution: .open)
    return (new, !model.isAt(key))
  }
}

extension Model {
  /// Returns whether a key is the model's key, in any partition.
  fileprivate func isAt(_ key: RowKey) -> Bool {
    let bytes = key.bytes.span
    let own = bytes.extracting(Partition.byteCount(in: bytes)...)
    // If the model has no valid key, moving the row throws.
    let isSame = try? RowLocation(nil).withKey(primaryKey) { $0.byteOrder(own) == 0 }
    return key.format == .tuple && isSame == true
  }
}

extension ArchivedObject {
  /// Whether the schema of the object's type lists the object's fields.
  ///
  /// `false` for an enumeration case.
  fileprivate var isComparable: Bool {
    if case .enumCase = kind { false } else { true }
  }

  /// Returns whether the object has exactly the fields of a schema, in order, and no fields of
  /// extensions.
  private func hasFields(of schema: ArchiveSchema) -> Bool {
    guard extensions?.isEmpty ?? true, fields.count == schema.fields.count else { return false }
    for index in fields.indices where fields[index].name != schema.fields[index].name {
      return false
    }
    return true
  }

  /// Throws if the object has a field that the type neither has nor keeps.
  fileprivate func checkFields(are schema: ArchiveSchema) throws(MigrationError) {
    if schema.isExtensible || hasFields(of: schema) { return }
    let left = fields.filter { field in
      !schema.fields.contains { $0.name == field.name || $0.formerNames.contains(field.name) }
    }
    let all = left + (extensions ?? []).flatMap(\.fields)
    guard let lost = all.first(where: { $0.value.untyped != .null }) else { return }
    var error = MigrationError(
      .failed,
      "\(name) has no field \"\(lost.name)\" in version \(schema.version), so the field would be lost: "
        + "add a step that renames or removes the field")
    (error.type, error.fromVersion, error.toVersion) = (name, version, schema.version)
    throw error
  }
}

extension MigrationError {
  /// Creates the error for a row that could not be migrated or written.
  init(_ error: any Error, ofRowAt key: RowKey, in collection: String) {
    switch error {
    case let error as ArchiveMigration.Failure:
      self.init(.failed, "the step \(error.step) failed for a row")
      type = error.step.typeNames[0]
      (fromVersion, toVersion, cause) = (error.step.from, error.step.to, error.cause)
    case let error as MigrationError: self = error
    default:
      self.init(
        .failed, "the row that the steps returned does not decode as the program's type",
        cause: error)
    }
    (self.collection, self.key) = (collection, key)
  }
}
