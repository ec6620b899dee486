internal import LodeCoding
internal import LodeStore

/// Migrates single rows through row steps, and then to the program's schemas.
struct RowUpgrade {
  private let known: RegisteredTypes
  /// The row steps of later stages (`MigrationPlan.Stage`), which an object may still need.
  private let later: StepChains
  private let unarchiver: Unarchiver
  private var migration: RowMigration
  /// The types of the changed objects in the last row, with the former versions, without
  /// duplicates.
  var before: [TypeVersion] { migration.before }
  /// Whether the steps may have changed the key of the last row.
  private(set) var mayMove = false
  /// Whether the steps changed the key of the last row.
  ///
  /// `false` if the caller passed no key, the row has no model, or the row needs further steps.
  private(set) var moves = false

  init(known: RegisteredTypes, chains: StepChains, later: StepChains) {
    (self.known, self.later) = (known, later)
    unarchiver = known.unarchiver
    migration = RowMigration(chains, known)
  }

  /// Returns the row's new archive.
  ///
  /// If no object needs further steps, the method decodes the row as the program's type, to find
  /// errors. The method then archives the decoded row, if the program has the types of all objects,
  /// and no object is an enumeration case. Otherwise, the method returns the result of the steps,
  /// because decoding can lose fields of other types.
  ///
  /// `place` is the row's collection and key; the method sets ``moves`` if the steps change the
  /// key.
  ///
  /// - Throws: One of these errors:
  ///   - `RowMigration.Failure` if a step throws.
  ///   - ``MigrationError`` if a field would be lost.
  ///   - `ArchiveError` if the program cannot read the row.
  mutating func run(
    _ archive: consuming Archive, from place: (collection: String, key: RowKey)? = nil
  ) throws -> EncodedArchive {
    let new = try migration.migrate(consume archive)
    let state = try state(of: new)
    // A later stage migrates an unfinished row again.
    (mayMove, moves) = (state != .unfinished, false)
    guard state != .unfinished, let type = known.type(ofRoot: new) else {
      return try new.forStore(evolution: .open)
    }
    if let place, let model = known.model(of: type, in: place.collection) {
      return try encode(new, as: model, isKnown: state == .known, at: place.key)
    }
    return try encode(new, as: type, isKnown: state == .known)
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
    let (known, later) = (known, later)
    var (isFinished, isKnown) = (true, true)
    try archive.forEachLevel { object in
      if !later.next(object.name, after: object.version).isEmpty {
        isFinished = false
      } else if let type = known.type(named: object.name), object.isComparable {
        try object.checkFields(are: type.archiveSchema)
      } else {
        isKnown = false
      }
    }
    return isFinished ? (isKnown ? .known : .finished) : .unfinished
  }

  private func encode<T: ArchivableObject>(
    _ archive: Archive, as type: T.Type, isKnown: Bool
  ) throws -> EncodedArchive {
    let value = try archive.decoded(as: T.self, with: unarchiver)
    return isKnown ? try Archiver().encode(value) : try archive.forStore(evolution: .open)
  }

  private mutating func encode<M: Model>(
    _ archive: Archive, as type: M.Type, isKnown: Bool, at key: RowKey
  ) throws -> EncodedArchive {
    let model = try archive.decoded(as: M.self, with: unarchiver)
    moves = !model.isAt(key)
    mayMove = moves
    return isKnown ? try Archiver().encode(model) : try archive.forStore(evolution: .open)
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
