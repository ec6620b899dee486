internal import LodeCoding
internal import LodeStore

/// A check, after all steps, that the program's types can read every row without losing fields.
struct MigratedRowCheck {
  private let types: RegisteredTypes
  /// The schemas whose rows must be checked, by number.
  private var suspects: [UInt32: SchemaDifference]
  /// The schemas with rows that need a missing step.
  private var missing: [SchemaDifference] = []
  /// The types that a damaged row prevented from being checked.
  ///
  /// The next migration checks these types again.
  private(set) var unchecked: Set<String> = []

  /// Prepares the check; rows of `pending` are not checked.
  init(
    _ progress: PlanProgress, _ schemas: [SchemaRecord], except pending: PendingMarks = .init()
  ) {
    let plan = progress.program.plan
    let chains = StepChains(plan.steps.filter { pending.steps.contains($0.name) })
    types = progress.program.types
    suspects = Self.suspects(among: schemas, progress, chains)
  }

  /// The error for the rows that need a missing step; `nil` without such rows.
  var error: MigrationError? {
    guard let first = missing.first else { return nil }
    var error = MigrationError(.needed, "the store has rows that need a step")
    error.differences = missing
    (error.type, error.fromVersion) = (first.new.name, first.old.version)
    error.toVersion = first.new.version
    return error
  }

  /// Reads the rows of collections.
  ///
  /// The method reads no rows if the recorded schemas exclude rows that need a step and rows of a
  /// later program.
  ///
  /// - Throws: ``MigrationError`` with `futureVersion` for rows of a later program.
  mutating func readRows(
    _ transaction: borrowing some StoreReading & ~Copyable & ~Escapable, of collections: [String]
  ) throws {
    var isSound = true
    for collection in collections where !suspects.isEmpty {
      let access = transaction.access(to: collection)
      if try readRows(of: access) { continue }
      isSound = false
      // A reversed scan reads the rows after a damaged row.
      _ = try readRows(of: access, reversed: true)
    }
    if !isSound { unchecked = Set(suspects.values.map(\.new.name)) }
  }

  /// Reads rows until each schema in `suspects` has a conclusive row, which shows whether the rows
  /// of the schema need a step.
  ///
  /// The method removes schemas with a conclusive row from `suspects`, and adds schemas that need a
  /// step to `missing`.
  ///
  /// - Returns: `false` if the method could not read a row.
  private mutating func readRows(
    of access: CollectionAccess, reversed: Bool = false
  ) throws -> Bool {
    var isSound = true
    do {
      try access.scan(reversed: reversed, as: .unmigrated) { row in
        guard row.type == .archive else { return .next }
        guard let numbers = try? Unarchiver.schemaNumbers(stored: row.bytes) else {
          isSound = false
          return .next
        }
        for number in numbers {
          guard let suspect = suspects[number] else { continue }
          if suspect.old.version > suspect.new.version { throw future(suspect) }
          if !suspect.needsStep {
            guard let archive = try? access.archive(row.bytes, row.type) else {
              isSound = false
              continue
            }
            guard let isLacking = lacksField(archive) else { continue }
            if isLacking { missing.append(suspect) }
          } else {
            missing.append(suspect)
          }
          // One conclusive row represents all rows of its schema.
          suspects[number] = nil
        }
        return suspects.isEmpty ? .stop : .next
      }
    } catch let error as StoreError where error.code == .damaged {
      return false
    }
    return isSound
  }

  /// Returns the schemas whose rows must be checked, by number.
  private static func suspects(
    among schemas: [SchemaRecord], _ progress: PlanProgress, _ pending: StepChains
  ) -> [UInt32: SchemaDifference] {
    var suspects: [UInt32: SchemaDifference] = [:]
    for record in schemas {
      guard let type = progress.program.types.type(named: record.schema.name) else { continue }
      let schema = type.archiveSchema
      guard record.schema.kind.isComparable(with: schema.kind), schema.evolution == .strict else {
        continue
      }
      let version = record.schema.version
      // Rows with a pending migration run through their steps later.
      if !pending.isEmpty, pending.concern(record.schema) { continue }
      // Steps can leave other schemas of the type's own version. Reads find the fields of these
      // schemas by name.
      if version == schema.version { continue }
      // Only a record of the type's version shows that no rows of earlier versions remain.
      let recorded = progress.record(of: type)
      let isRecorded = recorded?.earlier ?? recorded?.version ?? 0 >= schema.version
      if version < schema.version, isRecorded { continue }
      let difference = SchemaDifference(from: record.schema, to: schema)
      if version > schema.version ? !difference.changes.isEmpty : !difference.changesForStep.isEmpty
      {
        suspects[record.number] = difference
      }
    }
    return suspects
  }

  /// Returns whether a row lacks a required field without a default.
  ///
  /// The result is `nil` if the row cannot be decoded for another reason, or if the program does
  /// not have the row's type.
  private func lacksField(_ archive: Archive) -> Bool? {
    guard let type = types.type(ofRoot: archive) else { return nil }
    do {
      _ = try archive.decoded(as: type)
      return false
    } catch let error as ArchiveError where error.code == .missingField {
      return true
    } catch {
      // A later read of the row reports any other error.
      return nil
    }
  }

  private func future(_ difference: SchemaDifference) -> MigrationError {
    let (old, new) = (difference.old, difference.new)
    var error = MigrationError(
      .futureVersion, "a later version of the program wrote rows of \(old); this program has \(new)"
    )
    (error.type, error.fromVersion, error.toVersion) = (new.name, old.version, new.version)
    return error
  }
}

extension ArchiveSchema.Kind {
  /// Returns whether both kinds are structures or classes, not cases or extensions.
  func isComparable(with other: ArchiveSchema.Kind) -> Bool {
    switch (self, other) {
    case (.structure, .structure), (.class, .class), (.structure, .class), (.class, .structure):
      true
    default: false
    }
  }
}
