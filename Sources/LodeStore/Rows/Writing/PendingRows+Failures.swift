internal import LodeCoding

// Rows that a pending migration must visit again.
extension PendingRows {
  /// Sets `hasFailures` for the collection with a table.
  static func noteFailure(inTable id: UInt32, of context: WriteSession) {
    guard let info = context.catalog.collection(ofTable: id), let waiting = info.waiting,
      !waiting.hasFailures
    else { return }
    context.update(
      info.with(
        waiting: PendingRows(digest: waiting.digest, hasFailures: true, known: waiting.known)))
  }

  /// Sets `hasFailures` if a new row needs the pending migration, because the migration can have
  /// passed the key of the row.
  ///
  /// If the program has not registered the migration, every archive counts as a row that needs the
  /// migration.
  func note(_ put: borrowing RowPut, inTable id: UInt32, of context: WriteSession) {
    guard put.type == .archive, !hasFailures else { return }
    if upgrade?.concerns(put.value, context.catalog.schemas.schemas) ?? true {
      PendingRows.noteFailure(inTable: id, of: context)
    }
  }
}
