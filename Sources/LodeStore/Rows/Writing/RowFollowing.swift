internal import LodeCoding
internal import LodeLMDB

// Maintenance of the indexes when rows change.
extension CollectionState {
  /// Returns the object that maintains the collection's indexes, or `nil` if the collection has no
  /// indexes to maintain.
  @inline(__always)
  func maintenance(_ info: CollectionRuntime) throws(StoreError) -> RowMaintenance? {
    if info.indexes.isEmpty { return nil }
    return try knownMaintenance(info)
  }

  /// Adds the index entries of an inserted row.
  ///
  /// If an index refuses the entries, the call deletes the row, and throws the error of the index.
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

  /// Writes the index changes of a row change.
  func apply(_ maintenance: RowMaintenance) throws(StoreError) {
    // Queries inside the write must use a changed description of the collection at once.
    if try maintenance.apply() { learn() }
  }

  /// Records the old content of a row before an overwrite, and checks the indexes.
  func prepare(
    _ maintenance: RowMaintenance, _ old: Span<UInt8>, for encoder: borrowing RecordEncoder
  ) throws(StoreError) {
    // At this point, the timestamps and metadata of the new row are final.
    if maintenance.asksRowProperties { try maintenance.noteNew(encoder) }
    try maintenance.noteOld(old, encoder.key, isDeleted: false)
    try maintenance.check()
  }
}
