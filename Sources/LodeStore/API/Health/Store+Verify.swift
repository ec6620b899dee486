extension Store {
  /// Checks the whole store, and returns a report.
  ///
  /// The call first checks the pages of the file and the order of the keys. If a page outside of
  /// indexes is damaged, the call ends, and the report contains only this damage. Otherwise, the
  /// call also checks the following:
  ///
  /// - Whether the checksum, the archive, and the type of each row are valid.
  /// - Whether rows are missing or outdated.
  /// - Whether indexes match their rows, and blobs match their references.
  ///
  /// If this process may write to the store, writes of all processes wait while the call checks the
  /// pages. The call changes nothing. Damage is in the report, and is not an error.
  ///
  /// ```swift
  /// let report = try store.verify()
  /// if !report.isSound { print(report.problems) }
  /// ```
  ///
  /// - Complexity: O(size of the file).
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `nestedWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `forked` if a parent process opened the store.
  ///   - `replaced` if the files were deleted or replaced.
  ///   - `notAStore` if the file is not a file of LMDB.
  ///   - `inputOutput` if the file cannot be read.
  ///   - `readersFull` if no reader slot is free.
  ///   - `busy` if another process enlarged the map, and an open snapshot or read prevents this
  ///     process from enlarging its own map.
  ///   - `outOfMemory` if the system has no memory for a larger map.
  ///   - `commitOutcomeUnknown` after a write that failed with this code.
  public func verify() throws -> VerifyReport {
    try StoreVerification.report(on: core)
  }
}
