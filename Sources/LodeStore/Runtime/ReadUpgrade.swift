package import LodeCoding
import Synchronization

/// A pending migration, which reads apply to rows of earlier versions.
///
/// The migration is pending until the store has rewritten all rows of earlier versions.
///
/// The migration must always return the same result for the same row. Several threads can call the
/// methods at the same time.
package protocol ReadUpgrade: AnyObject, Sendable {
  /// The digest by which the catalog refers to the migration.
  var digest: UInt64 { get }

  /// Returns whether archives that contain an object of a schema need the migration.
  func concerns(_ schema: ArchiveSchema) -> Bool

  /// Returns the migrated archive of the row at a key.
  ///
  /// The caller passes an error to `failure`, and throws the returned error.
  func upgraded(
    _ archive: consuming Archive, of collection: String, at key: RowKey
  ) throws -> EncodedArchive

  /// Reports the number of rows that a query skipped because their migration failed.
  func noteSkipped(_ count: Int, of collection: String)

  /// Returns the error that a read throws if the migration of a row fails.
  func failure(_ error: any Error, of collection: String, at key: RowKey) -> any Error
}

/// A registered migration, with a cache of the schemas that need the migration.
final class RegisteredUpgrade: Sendable {
  let upgrade: any ReadUpgrade
  private let schemas = Mutex(Schemas())

  /// The number of checked schemas, and the numbers of the schemas that need the migration.
  private struct Schemas {
    var seen = 0
    var concerned: Set<UInt32> = []
  }

  init(_ upgrade: any ReadUpgrade) { self.upgrade = upgrade }

  /// Returns whether a stored archive needs the migration.
  ///
  /// Returns `false` for a malformed archive.
  ///
  /// - Parameter recorded: The schemas that the store has recorded, in the order of their numbers.
  func concerns(_ archive: Span<UInt8>, _ recorded: [ArchiveSchema]) -> Bool {
    let concerned = schemas.withLock { schemas in
      if schemas.seen < recorded.count {
        for index in schemas.seen..<recorded.count where upgrade.concerns(recorded[index]) {
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
final class UpgradeRegistry: Sendable {
  private let upgrades = Mutex<[UInt64: RegisteredUpgrade]>([:])
  /// The schemas of migrated rows that the store has not recorded.
  let schemas = UnrecordedSchemas()

  func add(_ upgrade: any ReadUpgrade) {
    let known = RegisteredUpgrade(upgrade)
    upgrades.withLock { $0[upgrade.digest] = known }
  }

  func upgrade(_ digest: UInt64) -> RegisteredUpgrade? { upgrades.withLock { $0[digest] } }
}

/// The schemas of archives that exist only in memory.
///
/// Unrecorded schemas have higher numbers than the schemas that the store has recorded.
final class UnrecordedSchemas: Sendable {
  private static let first: UInt32 = 0x8000_0001
  private let schemas = Mutex<[ArchiveSchema]>([])
  private let count = Atomic(0)

  /// Returns whether a number is in the range of unrecorded schemas.
  static func has(_ number: UInt32) -> Bool { number >= first }

  /// Whether no unrecorded schema exists.
  var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

  /// Returns the schema with a number, or `nil` if no unrecorded schema has the number.
  func schema(_ number: UInt32) -> ArchiveSchema? {
    schemas.withLock { schemas in
      guard number >= Self.first, number - Self.first < schemas.count else { return nil }
      return schemas[Int(number - Self.first)]
    }
  }

  /// Returns the number of a schema, and adds the schema if necessary.
  func number(of schema: ArchiveSchema) -> UInt32 {
    schemas.withLock { schemas in
      let index = schemas.firstIndex(of: schema) ?? schemas.count
      if index == schemas.count {
        schemas.append(schema)
        count.store(schemas.count, ordering: .releasing)
      } else if schemas[index].added != schema.added {
        // The defaults of added fields have changed.
        schemas[index] = schema
      }
      return Self.first + UInt32(index)
    }
  }
}
