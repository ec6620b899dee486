internal import LodeCoding
internal import LodeLMDB
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

extension CollectionInfo {
  /// Returns whether the program can compute the entries of an index.
  func canCompute(_ index: IndexInfo) -> Bool {
    if let waiting, waiting.upgrade == nil { return false }
    return index.canCompute(in: name)
  }

  /// Returns whether an index is unbuilt or disabled, has no damaged pages, and has entries that
  /// the program can compute.
  func needsBuild(_ index: IndexInfo) -> Bool {
    (index.state == .building || index.state == .disabled) && !index.table.isRefused
      && canCompute(index)
  }

  /// Returns the migrated archive of the row at a key.
  ///
  /// Returns `nil` if the archive needs no migration, or if the program has not registered the
  /// migration.
  ///
  /// Throws the error of `ReadUpgrade.failure` if the migration of the row fails.
  func upgraded(
    _ archive: Span<UInt8>, at key: Span<UInt8>, _ schemas: SchemaCatalog,
    _ handle: TransactionHandle
  ) throws -> [UInt8]? {
    guard let upgrade = waiting?.upgrade, upgrade.concerns(archive, schemas) else { return nil }
    let key = RowKey(bytes: Array(copying: key), format: keyFormat ?? .raw)
    do {
      var unarchiver = Unarchiver()
      if schemas.mayNameBlobs(archive), let table = schemas.blobs {
        unarchiver.blobs = StoredBlobs(handle, table, of: self, schemas)
      }
      let old = try unarchiver.archive(stored: archive) { schemas.schema($0) }
      return try upgrade.upgrade.upgraded(consume old, of: name, at: key)
        .stored { schemas.numberOfRead($0) }
    } catch {
      throw upgrade.upgrade.failure(error, of: name, at: key)
    }
  }

  /// Calls `body` with the archive of a row after the pending migration, from which the indexes
  /// take their entries.
  ///
  /// - Returns: `false` if the migration of the row fails, so that the row has no entries.
  func withIndexed<E>(
    _ archive: Span<UInt8>, at key: Span<UInt8>, _ schemas: SchemaCatalog,
    _ handle: TransactionHandle, _ body: (Span<UInt8>) throws(E) -> Void
  ) throws(E) -> Bool {
    let new: [UInt8]?
    do {
      new = try upgraded(archive, at: key, schemas, handle)
    } catch {
      return false
    }
    if let new { try body(new.span) } else { try body(archive) }
    return true
  }
}

extension SchemaCatalog {
  /// Returns the number of a schema for archives that reads create in memory.
  fileprivate func numberOfRead(_ schema: ArchiveSchema) -> UInt32 {
    number(of: schema) ?? unrecorded.number(of: added.completing(schema))
  }

  /// Returns whether an archive refers to an unrecorded schema.
  ///
  /// The store cannot store such an archive unchanged.
  func hasUnrecorded(_ archive: Span<UInt8>) -> Bool {
    if unrecorded.isEmpty { return false }
    guard let numbers = try? Unarchiver.schemaNumbers(stored: archive) else { return false }
    return numbers.contains(where: UnrecordedSchemas.has)
  }
}
