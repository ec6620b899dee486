internal import LodeCoding
internal import LodeLMDB
import Synchronization

/// What the catalog knows of a collection some of whose rows wait for an upgrade; a change makes a
/// new one.
///
/// Its indexes have the entries of the upgraded rows.
final class PendingRows: Sendable {
  /// The digest of the upgrade.
  let digest: UInt64
  /// Whether a row was met that could not be upgraded, so that its entries are missing in the
  /// indexes, or a row that waits was written since, perhaps where the upgrade had been.
  let hasFailures: Bool
  let known: UpgradeRegistry
  private let found = AtomicLazyReference<RegisteredUpgrade>()

  init(digest: UInt64, hasFailures: Bool, known: UpgradeRegistry) {
    self.digest = digest
    self.hasFailures = hasFailures
    self.known = known
  }

  /// The upgrade; `nil` when the program has not named it.
  var upgrade: RegisteredUpgrade? {
    if let found = found.load() { return found }
    return known.upgrade(digest).map { found.storeIfNil($0) }
  }
}

extension CollectionInfo {
  /// Whether the program can make the entries of an index.
  func canCompute(_ index: IndexInfo) -> Bool {
    if let waiting, waiting.upgrade == nil { return false }
    return index.canCompute(in: name)
  }

  /// Whether the program has entries of an index to make.
  func needsBuild(_ index: IndexInfo) -> Bool {
    (index.state == .building || index.state == .disabled) && canCompute(index)
  }

  /// A stored archive of the row at a key as its steps make it; `nil` when it is what it should be,
  /// or nobody knows better.
  ///
  /// - Throws: what the upgrade has to say of a row that it fails for.
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

  /// Lends the archive that indexes have the entries of: that of the row at a key as its steps make
  /// it.
  ///
  /// - Returns: whether the row has entries. A row whose steps fail has no entries until the steps
  ///   are fixed; then the indexes are rebuilt.
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
  /// The number of a schema for an archive that is only read.
  fileprivate func numberOfRead(_ schema: ArchiveSchema) -> UInt32 {
    number(of: schema) ?? unrecorded.number(of: added.completing(schema))
  }

  /// Whether an archive has a schema that is not on record, so that it cannot be stored as it is.
  func hasUnrecorded(_ archive: Span<UInt8>) -> Bool {
    if unrecorded.isEmpty { return false }
    guard let numbers = try? Unarchiver.schemaNumbers(stored: archive) else { return false }
    return numbers.contains(where: UnrecordedSchemas.has)
  }
}
