internal import LodeCoding

// Rows that a pending migration must visit again.
extension PendingRows {
  /// Sets `hasFailures` for the collection with a table.
  static func noteFailure(inTable id: UInt32, of context: WriteSession) {
    guard let info = context.catalog.collection(ofTable: id), info.pending?.hasFailures == false
    else { return }
    context.update(info.with { $0.pending?.hasFailures = true })
  }
}

extension CollectionRuntime {
  /// Sets `PendingRows.hasFailures` if a new row needs the pending migration, because the migration
  /// can have passed the key of the row.
  ///
  /// If the program has not registered the migration, every archive counts as a row that needs the
  /// migration.
  func noteWaiting(_ put: borrowing RowPut, in context: WriteSession) {
    guard put.type == .archive, pending?.hasFailures == false else { return }
    if migration?.concerns(put.value, context.catalog.schemas.schemas) ?? true {
      PendingRows.noteFailure(inTable: id, of: context)
    }
  }
}
