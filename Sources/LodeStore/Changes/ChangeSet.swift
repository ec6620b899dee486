/// What one commit changed: for every collection it touched, the keys it inserted, updated and
/// deleted.
///
/// Change sets arrive after their commit, outside the writer, in the order of commits, one for each
/// write that changed something. They name the net effect: a key inserted and deleted in the same
/// write is not named.
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

  /// The changes of one collection, or `nil` when it did not change.
  public subscript(collection: String) -> CollectionChanges? { collections[collection] }
}

/// What one commit changed in one collection.
///
/// The keys are in key order.
public struct CollectionChanges: Sendable, Hashable {
  /// Keys that were not there before the commit and are after it.
  public internal(set) var inserted: [RowKey] = []
  /// Existing keys with a new value, type, or metadata, or that were touched.
  public internal(set) var updated: [RowKey] = []
  /// Keys that were deleted one by one or by range.
  public internal(set) var deleted: [RowKey] = []
  /// Whether the collection was emptied as a whole; the keys it held then are not named.
  public internal(set) var cleared = false

  /// Whether nothing changed.
  public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty && !cleared }
}
