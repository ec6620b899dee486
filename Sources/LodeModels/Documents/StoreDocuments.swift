public import LodeStore

/// A view of a collection of documents in a store; each call runs in its own transaction.
///
/// ```swift
/// let pets = store.documents("pets")
/// try pets.insert(["name": "Rex", "age": 3])
/// let changed = try pets.update(Selection(parsing: "name = 'Rex'"), set: ["age": 4])
/// let old = try pets.fetch("age > 9 ORDER BY age DESC LIMIT 10")
/// ```
///
/// The type has the most common calls. Each method, but not the property ``count``, has an
/// asynchronous form. ``DocumentReading`` and ``DocumentWriting`` have all calls, for use inside
/// `store.read` and `store.write`. Any thread or task can use a view. With the default
/// `StoreOptions.durability`, a write is durable when the call returns.
///
/// In addition to the complexity that a call lists, each call has the complexity of `Store.read` or
/// `Store.write`. A query that is not lenient also checks its field names. For a name that no index
/// has, the check reads rows up to the first row with the field. Later reads use the result.
///
/// In addition to the errors that a call lists, a call can throw the codes in the table of
/// ``ModelStoring``.
public struct StoreDocuments: Sendable {
  /// The store that contains the collection.
  public let store: Store
  /// The name of the collection.
  public let name: String
  /// The partition of the documents; `nil` for documents outside of partitions.
  public let partition: String?

  /// The number of documents in ``partition``, or outside of partitions if ``partition`` is `nil`.
  ///
  /// - Complexity: O(1) if the collection has no partitions. Otherwise, O(size of the partition's
  ///   rows) in a partition, and O(size of the rows in all partitions) outside of partitions.
  /// - Throws: `StoreError` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store, or `closed` if the store is closed.
  ///   - `damaged` if the file or a row in a partition is damaged.
  public var count: Int {
    get throws { try store.read { try $0.documents(name, partition: partition).count } }
  }
}

extension ModelStoring {
  /// Returns a view of a collection of documents; the collection need not exist yet.
  ///
  /// A store's view has the documents outside of partitions. A partition's view has the documents
  /// of the partition.
  ///
  /// ```swift
  /// let pets = store.documents("pets")
  /// let own = store.partition("ada").documents("pets")
  /// ```
  public func documents(_ name: String) -> StoreDocuments {
    StoreDocuments(store: store, name: name, partition: partition)
  }
}
