public import Foundation

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
  /// The position after the write.
  ///
  /// Without a change log, the position has no mark.
  public let position: ChangePosition
  /// The time of the write, in whole microseconds; `nil` for the changes between two snapshots.
  public let time: Date?
  /// The text that the write set as ``WriteTransaction/userInfo``; `nil` without a text.
  public let userInfo: String?
  /// The changes by collection name; a collection that did not change is absent.
  public let collections: [String: CollectionChanges]

  /// The store's revision after the write.
  public var revision: UInt64 { position.revision }

  /// Returns the changes of one collection, or `nil` if the collection did not change.
  public subscript(collection: String) -> CollectionChanges? { collections[collection] }

  package init(
    position: ChangePosition, time: Date?, userInfo: String?,
    collections: [String: CollectionChanges]
  ) {
    self.position = position
    self.time = time
    self.userInfo = userInfo
    self.collections = collections
  }
}

/// The changes of one write in one collection; each list is in key order.
public struct CollectionChanges: Sendable, Hashable {
  /// The keys that the write created.
  public package(set) var inserted: [RowKey] = []
  /// The existing keys with a new value, type, or metadata, and the touched keys.
  ///
  /// A row that the write deleted and inserted again is among the updated keys.
  public package(set) var updated: [RowKey] = []
  /// The keys that the write deleted.
  public package(set) var deleted: [RowKey] = []
  /// Whether the write dropped or renamed the collection, or deleted all rows with one call of
  /// `deleteAll`.
  ///
  /// ``deleted`` then has the keys of these rows, without the keys that the write inserted again.
  /// If damage prevented reading the keys, the list lacks the keys.
  public package(set) var cleared = false

  /// The changed rows before the write, by key.
  ///
  /// Only events of ``Store/changes(since:as:)`` have rows, if the change log keeps images. The rows have no metadata. A row that could not be read is absent.
  public package(set) var oldRows: [RowKey: StoredRow] = [:]
  /// The changed rows after the write, by key.
  ///
  /// Only events of ``Store/changes(since:as:)`` have rows, if the change log keeps images. The rows have no metadata. A row that could not be read is absent.
  public package(set) var newRows: [RowKey: StoredRow] = [:]

  /// Creates changes without keys.
  package init() {}

  /// Whether the write changed nothing in the collection.
  public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty && !cleared }
}

extension ChangeSet {
  /// Returns the date of a time in microseconds since 1970.
  static func date(_ microseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(microseconds) / 1e6)
  }
}
