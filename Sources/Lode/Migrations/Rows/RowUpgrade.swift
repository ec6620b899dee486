internal import LodeCoding

/// Takes the archive of one row through the steps of a stage, and to the shape that the program has.
struct RowUpgrade {
  let known: KnownTypes
  let chains: StepChains
  /// The steps of later stages, which an object may still have before it.
  let later: StepChains
  /// The objects that had a step before them, by their types and versions.
  private(set) var before: Set<TypeVersion> = []

  init(known: KnownTypes, chains: StepChains, later: StepChains) {
    (self.known, self.chains, self.later) = (known, chains, later)
  }

  /// The row's new archive.
  ///
  /// Once no step is left for any object in it, it is read as the program's type and archived anew: so a row that cannot be read
  /// is found now, and has the shape of every other one.
  ///
  /// - Throws: `RowMigration.Failure`; ``MigrationError`` when a field would be lost; `ArchiveError` when the program cannot read it.
  mutating func run(_ archive: Archive) throws -> EncodedArchive {
    let (new, isFinal) = try migrate(archive)
    guard isFinal, let type = known.type(ofRoot: new) else {
      return try new.forStore(evolution: .open)
    }
    return try encode(new, as: type)
  }

  /// The archive after the steps, and whether none is left for it.
  mutating func migrate(_ archive: Archive) throws -> (archive: Archive, isFinal: Bool) {
    var isFinal = true
    var migrated: Set<TypeVersion> = []
    let (known, later) = (known, later)
    var migration = RowMigration(chains, known) { object, old in
      if object.version != old.version { migrated.insert(old) }
      if !later.next(object.name, after: object.version).isEmpty {
        isFinal = false
      } else if let type = known.type(named: object.name) {
        try object.checkFields(are: type.archiveSchema)
      }
    }
    let new = try migration.migrate(archive)
    before = migrated
    return (new, isFinal)
  }

  private func encode<T: ArchivableObject>(
    _ archive: Archive, as type: T.Type
  ) throws -> EncodedArchive {
    try Archiver().encode(try archive.decoded(as: T.self))
  }
}

/// A type, by its name in archives, and one of its versions.
public struct TypeVersion: Hashable, Sendable {
  /// The name of the type.
  public let type: String
  /// The version.
  public let version: Int
}

extension ArchivedObject {
  /// Refuses an object that has something that its type does not have and would not keep.
  fileprivate func checkFields(are schema: ArchiveSchema) throws(MigrationError) {
    // Between a structure and a class, or cases, names tell nothing.
    if case .enumCase = kind { return }
    if schema.isExtensible { return }
    for field in fields where field.value.untyped != .null {
      let isKnown = schema.fields.contains {
        $0.name == field.name || $0.formerNames.contains(field.name)
      }
      if isKnown { continue }
      var error = MigrationError(
        .failed,
        "\(name) has no field \"\(field.name)\" in version \(schema.version), and it would be lost: "
          + "a step has to rename it, or to remove it")
      (error.type, error.fromVersion, error.toVersion) = (name, version, schema.version)
      throw error
    }
  }
}
