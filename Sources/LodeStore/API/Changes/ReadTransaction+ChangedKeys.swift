internal import LodeCoding
internal import LodeLMDB

/// The version of a snapshot, for a subscriber that later asks what has changed since.
package struct SnapshotVersion: Sendable {
  /// LMDB's number of the snapshot's commit.
  fileprivate let commit: UInt64
  package let revision: UInt64
  /// The generation of the catalog.
  ///
  /// A migration of another process rewrites rows without a record of their keys, and changes the
  /// catalog.
  fileprivate let generation: UInt64
  /// The defaults of added fields, which change the values of rows without a record of their keys.
  fileprivate let added: AddedFields
}

extension ReadTransaction {
  /// Returns the version of this snapshot.
  ///
  /// - Complexity: O(log c) for the c collections and indexes of the store.
  /// - Throws: ``StoreError`` with `damaged` if stored data is damaged.
  package func version() throws(StoreError) -> SnapshotVersion {
    SnapshotVersion(
      commit: handle.id, revision: try revision, generation: catalog.catalog.generation,
      added: catalog.catalog.schemas.added)
  }

  /// Returns the keys of a collection's rows that changed between an earlier snapshot and this
  /// snapshot.
  ///
  /// The recent changes of this process have the keys, or else the change log, which also has the
  /// changes of other processes.
  ///
  /// - Parameters:
  ///   - watch: The subscription to the collection.
  ///   - old: The version of the earlier snapshot.
  /// - Returns: The keys, each once, in key order; `nil` if the keys are unknown.
  /// - Complexity: O(c + k log k) for c recent commits and k changed keys.
  package func changedKeys(_ watch: CollectionWatch, since old: SnapshotVersion) -> [RowKey]? {
    guard let collection = watch.collection, catalog.catalog.schemas.added == old.added else {
      return nil
    }
    if let keys = watch.recent.keys(of: collection, after: old.commit, through: handle.id) {
      return keys
    }
    guard catalog.catalog.changeLog != nil, catalog.catalog.generation == old.generation else {
      return nil
    }
    // Without a readable log, the keys are unknown, and the caller reads everything.
    return try? ChangeLogReading(handle, catalog).keys(
      of: collection, after: ChangePosition(revision: old.revision))
  }

  /// Returns the user infos of the writes of this process that changed a collection between an
  /// earlier snapshot and this snapshot.
  ///
  /// - Parameters:
  ///   - watch: The subscription to the collection.
  ///   - old: The version of the earlier snapshot.
  /// - Returns: The user infos, with `nil` for writes without a user info; `nil` if the writes are
  ///   unknown.
  /// - Complexity: O(c) for c recent commits.
  package func userInfos(_ watch: CollectionWatch, since old: SnapshotVersion) -> Set<String?>? {
    watch.collection.flatMap {
      watch.recent.userInfos(of: $0, after: old.commit, through: handle.id)
    }
  }
}
