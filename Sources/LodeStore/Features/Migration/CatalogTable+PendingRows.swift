internal import LodeCoding
internal import LodeLMDB

// The records of pending migrations in the catalog. `Docs/Format/Migrations.md` specifies the
// bytes.
extension CatalogTable {
  /// Loads the pending migrations, by the table numbers of the collections.
  ///
  /// Throws `damaged` for a malformed record.
  func loadWaiting(_ upgrades: UpgradeRegistry) throws(StoreError) -> [UInt32: PendingRows] {
    var waiting: [UInt32: PendingRows] = [:]
    try forEachRow(ofKind: CatalogRecord.waitingKind) { (key, value) throws(StoreError) in
      guard value.count == 9, value[8] <= 1 else { throw damaged() }
      waiting[try tableNumber(key)] = PendingRows(
        digest: value.littleEndianUInt64(at: 0), hasFailures: value[8] == 1, known: upgrades)
    }
    return waiting
  }

  /// Writes the pending migrations that differ between two states of the catalog.
  ///
  /// For a finished migration, the call also deletes the position and the records of quarantined
  /// rows.
  func writeWaiting(_ new: Catalog, over old: Catalog) throws(LMDBError) {
    let (newRows, oldRows) = (new.waiting, old.waiting)
    for (id, waiting) in newRows where waiting !== oldRows[id] {
      try put(
        CatalogRecord.withBytes(of: waiting.digest.littleEndian) + [waiting.hasFailures ? 1 : 0],
        CatalogRecord.key(CatalogRecord.waitingKind, id))
    }
    for id in oldRows.keys where newRows[id] == nil {
      _ = try transaction.delete(CatalogRecord.key(CatalogRecord.waitingKind, id).span, in: table)
      try forgetUpgrade(of: id)
    }
  }

  /// Deletes the position of a collection's migration and the records of quarantined rows.
  func forgetUpgrade(of id: UInt32) throws(LMDBError) {
    _ = try transaction.delete(CatalogRecord.key(CatalogRecord.placeKind, id).span, in: table)
    try clearQuarantine(of: id)
  }

  /// Returns the last table key (``TableKey``) that the migration of a collection has passed, or
  /// `nil` before the first batch.
  func upgradePlace(of id: UInt32) throws(StoreError) -> [UInt8]? {
    try value(CatalogRecord.key(CatalogRecord.placeKind, id))
  }

  /// Records the last table key that the migration of a collection has passed.
  func putUpgradePlace(_ place: [UInt8], of id: UInt32) throws(LMDBError) {
    try put(place, CatalogRecord.key(CatalogRecord.placeKind, id))
  }
}

extension Catalog {
  /// The pending migrations, by the table numbers of the collections.
  fileprivate var waiting: [UInt32: PendingRows] {
    var waiting: [UInt32: PendingRows] = [:]
    for info in collections.values { waiting[info.id] = info.waiting }
    return waiting
  }
}

extension CatalogRecord {
  static let waitingKind: UInt8 = 0x0d
  static let placeKind: UInt8 = 0x0e
  static let quarantineKind: UInt8 = 0x0f

  static func key(_ kind: UInt8, _ id: UInt32) -> [UInt8] { [kind] + withBytes(of: id.bigEndian) }
}
