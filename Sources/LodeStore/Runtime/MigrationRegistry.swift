package import LodeCoding
import Synchronization

/// A pending migration, which reads apply to rows of earlier versions.
///
/// The migration is pending until the store has rewritten all rows of earlier versions.
///
/// The migration must always return the same result for the same row. Several threads can call the
/// methods at the same time.
package protocol RowMigrating: AnyObject, Sendable {
  /// The digest by which the catalog refers to the migration.
  var digest: UInt64 { get }

  /// Returns whether archives that contain an object of a schema need the migration.
  func concerns(_ schema: ArchiveSchema) -> Bool

  /// Returns the migrated archive of the row at a key.
  ///
  /// The caller passes an error to `failure`, and throws the returned error.
  func migrated(
    _ archive: consuming Archive, of collection: String, at key: RowKey
  ) throws -> EncodedArchive

  /// Reports the number of rows that a query skipped because their migration failed.
  func noteSkipped(_ count: Int, of collection: String)

  /// Returns the error that a read throws if the migration of a row fails.
  func failure(_ error: any Error, of collection: String, at key: RowKey) -> any Error
}

/// A registered migration, with a cache of the schemas that need the migration.
final class RegisteredMigration: Sendable {
  let work: any RowMigrating
  private let schemas = Mutex(Schemas())

  /// The number of checked schemas, and the numbers of the schemas that need the migration.
  private struct Schemas {
    var seen = 0
    var concerned: Set<UInt32> = []
  }

  init(_ work: any RowMigrating) { self.work = work }

  /// Returns whether a stored archive needs the migration.
  ///
  /// Returns `false` for a malformed archive.
  ///
  /// - Parameter recorded: The schemas that the store has recorded, in the order of their numbers.
  func concerns(_ archive: Span<UInt8>, _ recorded: [ArchiveSchema]) -> Bool {
    let concerned = schemas.withLock { schemas in
      if schemas.seen < recorded.count {
        for index in schemas.seen..<recorded.count where work.concerns(recorded[index]) {
          schemas.concerned.insert(UInt32(index + 1))
        }
        schemas.seen = recorded.count
      }
      return schemas.concerned
    }
    return (try? Unarchiver.refers(stored: archive, toAny: concerned)) ?? false
  }
}

/// The registered migrations of a store, and the schemas of migrated rows.
final class MigrationRegistry: Sendable {
  private let migrations = Mutex<[UInt64: RegisteredMigration]>([:])
  /// The schemas of migrated rows that the store has not recorded.
  let schemas = UnrecordedSchemas()

  func add(_ work: any RowMigrating) {
    let migration = RegisteredMigration(work)
    migrations.withLock { $0[work.digest] = migration }
  }

  /// Returns the migration with a digest, or `nil` if the program has not registered the migration.
  func migration(_ digest: UInt64) -> RegisteredMigration? { migrations.withLock { $0[digest] } }
}
