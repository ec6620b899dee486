internal import LodeCoding
internal import LodeLMDB

// What is kept up to date with the rows: how the changes of rows reach it.
extension CollectionState {
  /// What is to be kept up to date with the collection's rows; `nil` when there is nothing.
  @inline(__always)
  func maintenance(_ info: CollectionInfo) throws(StoreError) -> RowMaintenance? {
    if info.indexes.isEmpty { return nil }
    return try knownMaintenance(info)
  }

  /// Makes the entries of a row that was just put where none was, or takes it back.
  func follow(
    _ maintenance: RowMaintenance, insertedUnder cursor: CursorHandle
  ) throws(StoreError) {
    do throws(StoreError) {
      try maintenance.check()
    } catch {
      try context.batch.errors(collection: name) { () throws(LMDBError) in
        _ = try cursor.deleteCurrent()
      }
      throw error
    }
    try apply(maintenance)
  }

  /// Writes what a change makes of the indexes.
  func apply(_ maintenance: RowMaintenance) throws(StoreError) {
    // Queries inside the write must know at once.
    if try maintenance.apply() { learn() }
  }

  /// Takes what a row that is to be overwritten was, and refuses what others forbid.
  func prepare(
    _ maintenance: RowMaintenance, _ old: Span<UInt8>, for encoder: borrowing RecordEncoder
  ) throws(StoreError) {
    // What the row keeps of its former self is known by now.
    if maintenance.asksRowProperties { try maintenance.noteNew(encoder) }
    try maintenance.noteOld(old, encoder.key, isDeleted: false)
    try maintenance.check()
  }
}
