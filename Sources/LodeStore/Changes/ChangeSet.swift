/// The changes of one commit: for each collection, the inserted, updated, and deleted keys.
///
/// Change sets arrive after their commit, in the order of the commits. Each write that changed
/// something has one change set. A change set contains the net effect: a key that was inserted and
/// deleted in the same write is absent.
///
/// ```swift
/// for await changes in store.changes() {
///   print(changes.revision, changes["users"]?.inserted ?? [])
/// }
/// ```
public struct ChangeSet: Sendable, Hashable {
  /// The store's revision after the commit.
  public let revision: UInt64
  /// The changes by collection; a collection that did not change is absent.
  public let collections: [String: CollectionChanges]

  /// The changes of one collection, or `nil` if the collection did not change.
  public subscript(collection: String) -> CollectionChanges? { collections[collection] }
}

/// The changes of one commit in one collection, in key order.
public struct CollectionChanges: Sendable, Hashable {
  /// The keys that the commit created.
  public internal(set) var inserted: [RowKey] = []
  /// The existing keys with a new value, type, or metadata, and the touched keys.
  public internal(set) var updated: [RowKey] = []
  /// The keys that were deleted one by one or by range.
  public internal(set) var deleted: [RowKey] = []
  /// Whether all rows were deleted at once; ``deleted`` does not contain their keys.
  public internal(set) var cleared = false

  /// Whether nothing changed.
  public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty && !cleared }
}
