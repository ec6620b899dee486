internal import LodeCoding
internal import LodeLMDB

/// The rows before and after a write, for a change log with images.
///
/// The rows after the write are in the transaction of the batch. The rows before the batch are in
/// the newest snapshot, which the object opens. The rows before a later write of the batch are the
/// rows after an earlier write.
final class ChangeImages {
  private let store: StoreCore
  private let batch: TransactionHandle
  private let oldCatalog: Catalog
  private let snapshot: TransactionHandle
  /// The catalog after the current write.
  var catalog: Catalog
  /// Whether the batch has several writes.
  private let hasSeveralWrites: Bool
  /// The rows after the last write of the batch that changed each key.
  private var laterRows: [String: [RowKey: StoredRow?]] = [:]

  init(_ session: WriteSession, _ oldCatalog: Catalog) throws(StoreError) {
    (store, batch, self.oldCatalog) = (session.store, session.handle, oldCatalog)
    (catalog, hasSeveralWrites) = (oldCatalog, session.batch.hasSeveralWrites)
    let environment = session.store.environment
    snapshot = try storeErrors { () throws(LMDBError) in try environment.beginRead() }
  }

  deinit { store.environment.endRead(snapshot) }

  /// Returns the rows of a changed key before and after the current write.
  ///
  /// A row that cannot be read has no image.
  func rows(
    _ collection: String, _ key: Span<UInt8>, _ format: KeyFormat, _ step: WriteChanges.Step
  ) -> (old: StoredRow?, new: StoredRow?) {
    let key = RowKey(bytes: Array(copying: key), format: format)
    let new = step == .deleted ? nil : row(key, of: collection, catalog, batch)
    defer { if hasSeveralWrites { laterRows[collection, default: [:]][key] = .some(new) } }
    if step == .inserted { return (nil, new) }
    if let later = laterRows[collection]?[key] { return (later, new) }
    return (row(key, of: collection, oldCatalog, snapshot), new)
  }

  private func row(
    _ key: RowKey, of collection: String, _ catalog: Catalog, _ handle: TransactionHandle
  ) -> StoredRow? {
    let access = CollectionAccess(
      catalog.collections[collection], named: collection, handle, catalog.schemas)
    var found: StoredRow?
    _ = try? access.withRow(key.bytes.span, key.format) { found = $0.copied(key: key) }
    return found
  }
}
