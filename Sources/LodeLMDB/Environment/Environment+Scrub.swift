import Synchronization

// The members for the scrubber, a background task that checks the pages of an open store.
extension Environment {
  /// The inode number of the data file.
  package var dataInode: UInt64 { admission.location.identity.inode }

  /// Returns the inode number of the data file in a directory, or `nil` if the file is missing.
  package static func dataInode(in directory: String) -> UInt64? {
    (try? FileIdentity.at(EnvironmentLocation.dataFile(in: directory)))?.inode
  }

  /// Whether a caller has or wants exclusive access; long reads should then end.
  package var isWantedAlone: Bool { admission.state.withLock { $0.isExclusive } }

  /// The number of transactions of this process that are open or beginning.
  package var activeTransactions: Int { admission.state.withLock { $0.active } }

  /// Returns a check of the pages of a snapshot that the caller's read holds.
  ///
  /// Returns `nil` if later commits have replaced the snapshot's meta page.
  ///
  /// - Throws: ``FileDamage`` if the meta page is damaged, or if the file cannot be read.
  package func snapshotCheck(
    of read: TransactionHandle
  ) throws(FileDamage) -> SnapshotCheck? {
    try SnapshotCheck(of: EnvironmentLocation.dataFile(in: path), transaction: read.id)
  }
}
