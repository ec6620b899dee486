internal import LodeCoding
internal import LodeStore
import Synchronization

/// The steps of a pending migration, for reads and for the background migration.
final class PendingMigration: BackgroundMigration {
  let program: ProgramPlan
  let digest: UInt64
  let chains: StepChains
  private let isStopped = Atomic(false)
  /// The failures of reads, by collection and key, up to `mostFailures` for each collection.
  private let failures = Mutex<[String: [RowKey: FailedRow]]>([:])
  private static let mostFailures = 1_000

  private let skipped: (@Sendable (_ count: Int, _ collection: String) -> Void)?

  init(
    _ program: ProgramPlan,
    skipped: (@Sendable (_ count: Int, _ collection: String) -> Void)? = nil
  ) {
    self.program = program
    self.skipped = skipped
    chains = StepChains(program.plan.steps, renaming: program.types)
    digest = program.digest
  }

  func concerns(_ schema: ArchiveSchema) -> Bool { chains.concern(schema) }

  func migrated(
    _ archive: consuming Archive, of collection: String, at key: RowKey
  ) throws -> EncodedArchive {
    var migration = RowMigration(program.types, chains)
    let new = try migration.steps.migrate(consume archive)
    let row = try migration.row(new, at: key, in: collection)
    // Saving the row would create a second row at the new key.
    if row.moves {
      throw MigrationError(
        .failed,
        "a step gives the row another key, and the row has not moved to the key yet: call `migrateRows()`, or open the store in the mode `.atOpen`"
      )
    }
    return row.archive
  }

  func noteSkipped(_ count: Int, of collection: String) { skipped?(count, collection) }

  func failure(_ error: any Error, of collection: String, at key: RowKey) -> any Error {
    if Interruption.isCause(of: error) { return error }
    let failure = MigrationError(error, ofRowAt: key, in: collection)
    failures.withLock { failures in
      if failures[collection, default: [:]].count < Self.mostFailures {
        failures[collection, default: [:]][key] = FailedRow(failure, at: key)
      }
    }
    return StoreError(failure)
  }

  /// Returns the rows of a collection whose migration failed during a read, in key order.
  func failedReads(of collection: String) -> [FailedRow] {
    failures.withLock { Array(($0[collection] ?? [:]).values) }.sorted {
      $0.key.bytes.span.byteOrder($1.key.bytes.span) < 0
    }
  }

  /// Stops the background migration after its current write, until the store is next opened.
  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Whether the background migration must stop.
  var mustStop: Bool { isStopped.load(ordering: .relaxed) }
}
