extension Store {
  /// Returns the names, in byte order, of the collections that have rows or were declared.
  ///
  /// ```swift
  /// for name in try store.collections() { print(name) }
  /// ```
  ///
  /// - Complexity: O(c log c) for c collections.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `damaged` if stored data is damaged.
  ///   - The other codes of `Store.read`.
  public func collections() throws -> [String] { try read { try $0.collections() } }

  /// Returns the names of the collections below a name, without the name itself.
  ///
  /// `a.b` and `a.b.c` are below `a`. The result is in byte order.
  ///
  /// - Complexity: O(c log c) for the c collections of the store.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `damaged` if stored data is damaged.
  ///   - The other codes of `Store.read`.
  public func collections(below name: String) throws -> [String] {
    try read { try $0.collections(below: name) }
  }

  /// Returns the collections as a tree: the collection `a.b` is a child of `a`.
  ///
  /// ```swift
  /// for node in try store.collectionTree() { print(node.name, node.children.count) }
  /// ```
  ///
  /// - Complexity: O(c log c) for c collections.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `damaged` if stored data is damaged.
  ///   - The other codes of `Store.read`.
  public func collectionTree() throws -> [CollectionNode] { try read { try $0.collectionTree() } }

  /// Declares a collection, and returns `true` if the collection was not declared before.
  ///
  /// Listings contain a declared collection even without rows. When the call returns, the commit
  /// has the durability of the store's options. A failure changes nothing, unless the code is
  /// `commitOutcomeUnknown`.
  ///
  /// - Complexity: O(c) for the c collections and indexes of the store, and one or two waits for
  ///   the disk.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `invalidName` if the name is longer than 480 bytes.
  ///   - `tablesFull` if the store needs another table, and the capacity for tables cannot grow.
  ///   - `damaged` if stored data is damaged.
  ///   - `nestedWrite` inside another write.
  ///   - `closed` if the store is closed.
  ///   - `readOnly` if the store is open read-only.
  ///   - `tooManyWaitingWrites` if ``StoreOptions/maximumWaitingWrites`` writes already wait.
  ///   - `diskFull` if the disk is full, or `inputOutput` if reading or writing fails.
  ///   - `commitOutcomeUnknown` if the store cannot determine whether the commit is on disk.
  ///   - The other codes of `Store.write`.
  @discardableResult
  public func declare(_ name: String) throws -> Bool { try write { try $0.declare(name) } }

  /// Renames a collection.
  ///
  /// The call rewrites no rows and no indexes. If the store has observers, the call reads all rows,
  /// because the change set contains every key as inserted. When the call returns, the commit has
  /// the durability of the store's options. A failure changes nothing, unless the code is
  /// `commitOutcomeUnknown`.
  ///
  /// ``collections()`` omits an empty collection that was not declared. If such a collection has
  /// the new name, the call first drops this collection with its indexes.
  ///
  /// - Complexity: O(c) for the c collections and indexes of the store, and one or two waits for
  ///   the disk. If the store has observers, also O(size of the rows).
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `collectionNotFound` if ``collections()`` does not contain the old name.
  ///   - `collectionExists` if ``collections()`` contains the new name.
  ///   - `invalidName` if the new name is longer than 480 bytes.
  ///   - `tablesFull` if the call drops an index with damaged pages, and the capacity for tables
  ///     cannot grow.
  ///   - `damaged` if stored data is damaged.
  ///   - `nestedWrite` inside another write.
  ///   - `closed` if the store is closed.
  ///   - `readOnly` if the store is open read-only.
  ///   - `tooManyWaitingWrites` if ``StoreOptions/maximumWaitingWrites`` writes already wait.
  ///   - `diskFull` if the disk is full, or `inputOutput` if reading or writing fails.
  ///   - `commitOutcomeUnknown` if the store cannot determine whether the commit is on disk.
  ///   - The other codes of `Store.write`.
  public func rename(_ name: String, to newName: String) throws {
    try write { try $0.rename(name, to: newName) }
  }

  /// Drops a collection with its rows and indexes, and returns the number of dropped collections.
  ///
  /// The call drops only collections that ``collections()`` contains, so an empty collection that
  /// was not declared stays, and does not count. The result is 0 if the call drops no collection.
  /// When the call returns, the commit has the durability of the store's options. A failure changes
  /// nothing, unless the code is `commitOutcomeUnknown`.
  ///
  /// - Parameters:
  ///   - name: The name of the collection.
  ///   - nested: Whether the call also drops the collections below the name. For example, `a.b` is
  ///     below `a`.
  /// - Complexity: O(c log c + p) for the c collections of the store and p dropped pages, and one
  ///   or two waits for the disk. If rows have blobs, also O(size of the rows).
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `tablesFull` if an index has damaged pages, and the capacity for tables cannot grow.
  ///   - `damaged` if stored data is damaged.
  ///   - `nestedWrite` inside another write.
  ///   - `closed` if the store is closed.
  ///   - `readOnly` if the store is open read-only.
  ///   - `tooManyWaitingWrites` if ``StoreOptions/maximumWaitingWrites`` writes already wait.
  ///   - `diskFull` if the disk is full, or `inputOutput` if reading or writing fails.
  ///   - `commitOutcomeUnknown` if the store cannot determine whether the commit is on disk.
  ///   - The other codes of `Store.write`.
  @discardableResult
  public func drop(_ name: String, nested: Bool = false) throws -> Int {
    try write { try $0.drop(name, nested: nested) }
  }

  /// The store's revision, which increases with each write transaction that changes the store.
  ///
  /// Writes that create, change, touch, or delete rows, collections, or indexes increase the
  /// revision. Index builds, compaction, recompression, and dictionary training do not increase the
  /// revision. A batch of an online migration increases the revision only if a key changes.
  ///
  /// - Complexity: O(log c) for the c collections and indexes of the store.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `readInsideWrite` inside a write of this store.
  ///   - `closed` if the store is closed.
  ///   - `damaged` if stored data is damaged.
  ///   - The other codes of `Store.read`.
  public var revision: UInt64 {
    get throws { try read { try $0.revision } }
  }
}
