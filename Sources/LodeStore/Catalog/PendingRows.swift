import Synchronization

/// The immutable record of a collection's pending migration, in the catalog.
///
/// A migration is pending until the store has rewritten all rows of earlier versions.
///
/// The indexes of the collection contain the entries of the migrated rows.
final class PendingRows: Sendable {
  /// The digest that identifies the migration.
  let digest: UInt64
  /// Whether the indexes can lack entries, or the migration can have missed rows.
  ///
  /// The value is `true` after a failed migration of a row, and after a put of a row of an earlier
  /// version. The migration can have passed the key of such a row.
  let hasFailures: Bool
  let known: UpgradeRegistry
  private let found = AtomicLazyReference<RegisteredUpgrade>()

  init(digest: UInt64, hasFailures: Bool, known: UpgradeRegistry) {
    self.digest = digest
    self.hasFailures = hasFailures
    self.known = known
  }

  /// The migration, or `nil` if the program has not registered the migration.
  var upgrade: RegisteredUpgrade? {
    if let found = found.load() { return found }
    return known.upgrade(digest).map { found.storeIfNil($0) }
  }
}
