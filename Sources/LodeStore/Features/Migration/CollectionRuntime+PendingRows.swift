internal import LodeCoding
internal import LodeLMDB

extension CollectionRuntime {
  /// Returns whether the program can compute the entries of an index.
  func canCompute(_ index: IndexRuntime) -> Bool {
    if waiting != nil, upgrade == nil { return false }
    return index.canCompute(in: name)
  }

  /// Returns whether an index is unbuilt or disabled, has no damaged pages, and has entries that
  /// the program can compute.
  func needsBuild(_ index: IndexRuntime) -> Bool {
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
    guard let upgrade, upgrade.concerns(archive, schemas.schemas)
    else { return nil }
    let key = RowKey(bytes: Array(copying: key), format: keyFormat ?? .raw)
    do {
      var unarchiver = Unarchiver()
      unarchiver.blobs = blobs(of: archive, schemas, in: handle)
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
