package import LodeCoding
import Synchronization

/// Migrates rows of earlier versions as they are read, while their migration is pending.
///
/// It gives the same for the same row always, and may be asked by several threads at once.
package protocol ReadUpgrade: AnyObject, Sendable {
  /// Tells it from others; rows wait for the one of their digest only.
  var digest: UInt64 { get }

  /// Whether archives that have an object of a schema are to be upgraded.
  func concerns(_ schema: ArchiveSchema) -> Bool

  /// Makes the new archive of the row at a key; what it throws is handed to `failure`.
  func upgraded(
    _ archive: consuming Archive, of collection: String, at key: RowKey
  ) throws -> EncodedArchive

  /// Learns how many rows of a collection a query passed over because they cannot be upgraded.
  func noteSkipped(_ count: Int, of collection: String)

  /// What is thrown to those who read a row that cannot be upgraded.
  func failure(_ error: any Error, of collection: String, at key: RowKey) -> any Error
}

/// An upgrade that the program has named to a store, and what was found of the store's schemas.
final class RegisteredUpgrade: Sendable {
  let upgrade: any ReadUpgrade
  private let schemas = Mutex(Schemas())

  /// The numbers of schemas that it concerns, of those that were looked at.
  private struct Schemas {
    var seen = 0
    var concerned: Set<UInt32> = []
  }

  init(_ upgrade: any ReadUpgrade) { self.upgrade = upgrade }

  /// Whether a stored archive is to be upgraded; bytes that are no archive are not.
  func concerns(_ archive: Span<UInt8>, _ catalog: SchemaCatalog) -> Bool {
    let concerned = schemas.withLock { schemas in
      if schemas.seen < catalog.schemas.count {
        for index in schemas.seen..<catalog.schemas.count
        where upgrade.concerns(catalog.schemas[index]) {
          schemas.concerned.insert(UInt32(index + 1))
        }
        schemas.seen = catalog.schemas.count
      }
      return schemas.concerned
    }
    return (try? Unarchiver.refers(stored: archive, toAny: concerned)) ?? false
  }
}

/// The upgrades that the program has named to a store, and the schemas that they brought.
final class UpgradeRegistry: Sendable {
  private let upgrades = Mutex<[UInt64: RegisteredUpgrade]>([:])
  /// The schemas of upgraded rows that no stored row has yet.
  let schemas = UnrecordedSchemas()

  func add(_ upgrade: any ReadUpgrade) {
    let known = RegisteredUpgrade(upgrade)
    upgrades.withLock { $0[upgrade.digest] = known }
  }

  func upgrade(_ digest: UInt64) -> RegisteredUpgrade? { upgrades.withLock { $0[digest] } }
}

/// Schemas of archives that were made in memory, with numbers that no catalog comes to.
final class UnrecordedSchemas: Sendable {
  private static let first: UInt32 = 0x8000_0001
  private let schemas = Mutex<[ArchiveSchema]>([])
  private let count = Atomic(0)

  /// Whether a number is one of these.
  static func has(_ number: UInt32) -> Bool { number >= first }

  /// Whether there are none, so that no archive can name one; every put asks.
  var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

  /// The schema of a number.
  func schema(_ number: UInt32) -> ArchiveSchema? {
    schemas.withLock { schemas in
      guard number >= Self.first, number - Self.first < schemas.count else { return nil }
      return schemas[Int(number - Self.first)]
    }
  }

  /// The number of a schema, a new one if need be.
  func number(of schema: ArchiveSchema) -> UInt32 {
    schemas.withLock { schemas in
      let index = schemas.firstIndex(of: schema) ?? schemas.count
      if index == schemas.count {
        schemas.append(schema)
        count.store(schemas.count, ordering: .releasing)
      } else if schemas[index].added != schema.added {
        // The same schema, of which other defaults are recorded by now.
        schemas[index] = schema
      }
      return Self.first + UInt32(index)
    }
  }
}
