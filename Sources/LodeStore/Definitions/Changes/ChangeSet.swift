/// The changes of one write: for each collection, the inserted, updated, and deleted keys.
///
/// ``Store/changes()`` and ``Store/observe(_:)`` deliver change sets after the commit, in the order
/// of the writes. Each write that increases the store's revision has one change set, even if
/// several writes share a commit. If the write changed no rows, for example to create an index, the
/// change set has no collections. A change set contains the net effect: a key that the write
/// inserted and then deleted is absent.
///
/// ```swift
/// for await changes in store.changes() {
///   print(changes.revision, changes["users"]?.inserted ?? [])
/// }
/// ```
public struct ChangeSet: Sendable, Hashable {
  /// The store's revision after the write.
  public let revision: UInt64
  /// The changes by collection name; a collection that did not change is absent.
  public let collections: [String: CollectionChanges]

  /// The changes of one collection, or `nil` if the collection did not change.
  public subscript(collection: String) -> CollectionChanges? { collections[collection] }
}

/// The changes of one write in one collection; each list is in key order.
public struct CollectionChanges: Sendable, Hashable {
  /// The keys that the write created.
  public internal(set) var inserted: [RowKey] = []
  /// The existing keys with a new value, type, or metadata, and the touched keys.
  ///
  /// A row that the write deleted and inserted again is among the updated keys.
  public internal(set) var updated: [RowKey] = []
  /// The keys that the write deleted by key or by range.
  public internal(set) var deleted: [RowKey] = []
  /// Whether the write dropped or renamed the collection, or deleted all rows with one call of
  /// `deleteAll`.
  ///
  /// If `true`, the collection no longer has its earlier rows, but ``deleted`` does not contain the
  /// keys of these rows. The three lists contain only later changes of the same write.
  public internal(set) var cleared = false

  /// Whether the write changed nothing in the collection.
  public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty && !cleared }
}
