internal import LodeCoding
internal import LodeStore

/// Takes the archives of rows, one after the other, through the steps of a stage, and to the shape
/// that the program has.
struct RowUpgrade {
  private let known: RegisteredTypes
  /// The steps of later stages, which an object may still have before it.
  private let later: StepChains
  private let unarchiver: Unarchiver
  private var migration: RowMigration
  /// The objects of the last row that had a step before them, by their types and versions; each
  /// once.
  var before: [TypeVersion] { migration.before }
  /// Whether the last row may belong to another key now.
  private(set) var mayMove = false
  /// Whether it does, since it is one of a model.
  private(set) var moves = false

  init(known: RegisteredTypes, chains: StepChains, later: StepChains) {
    (self.known, self.later) = (known, later)
    unarchiver = known.unarchiver
    migration = RowMigration(chains, known)
  }

  /// The row's new archive.
  ///
  /// Once no step is left for any object in it, it is read as the program's type, so that a row
  /// that cannot be read is found now. If the program named the types of everything in the row, the
  /// row is archived again as that type, with the same schema as other rows. If not, it is stored
  /// as the steps left it, since the program may not know all fields of the other types.
  ///
  /// - Parameter place: the row's collection and key, for those who ask whether it may move.
  /// - Throws: `RowMigration.Failure`; ``MigrationError`` when a field would be lost;
  ///   `ArchiveError` when the program cannot read it.
  mutating func run(
    _ archive: consuming Archive, from place: (collection: String, key: RowKey)? = nil
  ) throws -> EncodedArchive {
    let new = try migration.migrate(consume archive)
    let state = try state(of: new)
    // It comes again.
    (mayMove, moves) = (state != .unfinished, false)
    guard state != .unfinished, let type = known.type(ofRoot: new) else {
      return try new.forStore(evolution: .open)
    }
    if let place, let model = known.model(of: type, in: place.collection) {
      return try encode(new, as: model, isKnown: state == .known, at: place.key)
    }
    return try encode(new, as: type, isKnown: state == .known)
  }

  /// How far the objects of an archive have come.
  private enum State {
    /// Steps are left for some.
    case unfinished
    /// All are what they are to be, as far as the program knows their types.
    case finished
    /// So they are, and the program has every field of them.
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
  /// Whether a key is that of the model, in whatever partition.
  fileprivate func isAt(_ key: RowKey) -> Bool {
    let bytes = key.bytes.span
    let own = bytes.extracting(Partition.byteCount(in: bytes)...)
    // Of one that has no key, moving it says why.
    let isSame = try? RowLocation(nil).withKey(primaryKey) { $0.byteOrder(own) == 0 }
    return key.format == .tuple && isSame == true
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
  /// Whether a type's schema contains all its fields.
  ///
  /// The schema of an enumeration does not contain the fields of its cases.
  fileprivate var isComparable: Bool {
    if case .enumCase = kind { false } else { true }
  }

  /// Whether it has the fields of a schema, in their order, and no others; so do most.
  private func hasFields(of schema: ArchiveSchema) -> Bool {
    guard extensions?.isEmpty ?? true, fields.count == schema.fields.count else { return false }
    for index in fields.indices where fields[index].name != schema.fields[index].name {
      return false
    }
    return true
  }

  /// Refuses an object that has something that its type does not have and would not keep.
  fileprivate func checkFields(are schema: ArchiveSchema) throws(MigrationError) {
    if schema.isExtensible || hasFields(of: schema) { return }
    let left = fields.filter { field in
      !schema.fields.contains { $0.name == field.name || $0.formerNames.contains(field.name) }
    }
    let all = left + (extensions ?? []).flatMap(\.fields)
    guard let lost = all.first(where: { $0.value.untyped != .null }) else { return }
    var error = MigrationError(
      .failed,
      "\(name) has no field \"\(lost.name)\" in version \(schema.version), and it would be lost: "
        + "a step has to rename it, or to remove it")
    (error.type, error.fromVersion, error.toVersion) = (name, version, schema.version)
    throw error
  }
}
