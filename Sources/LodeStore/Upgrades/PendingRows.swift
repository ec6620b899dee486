internal import LodeCoding
internal import LodeLMDB
import Synchronization

/// The catalog's immutable record of the pending migration of a collection.
///
/// The indexes of the collection contain the entries of the migrated rows.
final class PendingRows: Sendable {
  /// The digest that identifies the migration.
  let digest: UInt64
  /// Whether the indexes may lack entries or the migration may have missed rows.
  ///
  /// The property is `true` after the migration of a row failed. The property is also `true` after
  /// a program wrote a row of an earlier version, because the migration may have passed the row's
  /// key.
  let hasFailures: Bool
  let known: UpgradeRegistry
  private let found = AtomicLazyReference<RegisteredUpgrade>()

  init(digest: UInt64, hasFailures: Bool, known: UpgradeRegistry) {
    self.digest = digest
    self.hasFailures = hasFailures
    self.known = known
  }

  /// The migration; `nil` if the program has not registered the migration.
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

  /// Returns whether an index without damaged pages is unbuilt or disabled, and the program can
  /// compute the entries.
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

  /// Calls `body` with the archive from which indexes take their entries: the migrated archive of
  /// the row.
  ///
  /// - Returns: Whether the row has entries. A row whose migration fails has no entries until a
  ///   corrected step has run, and a build has written the indexes again.
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
  /// Returns the number of a schema in archives that reads create in memory.
  fileprivate func numberOfRead(_ schema: ArchiveSchema) -> UInt32 {
    number(of: schema) ?? unrecorded.number(of: added.completing(schema))
  }

  /// Returns whether an archive refers to an unrecorded schema, so that a row cannot contain the
  /// archive's bytes unchanged.
  func hasUnrecorded(_ archive: Span<UInt8>) -> Bool {
    if unrecorded.isEmpty { return false }
    guard let numbers = try? Unarchiver.schemaNumbers(stored: archive) else { return false }
    return numbers.contains(where: UnrecordedSchemas.has)
  }
}
