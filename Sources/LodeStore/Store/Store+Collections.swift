extension Store {
  /// Returns the names of the collections that have rows or were declared, in byte order.
  ///
  /// - Complexity: O(c log c) for c collections.
  /// - Throws: ``StoreError`` with `readInsideWrite` inside a write of this store, `closed` if the
  ///   store is closed, or `damaged` if stored data is damaged.
  public func collections() throws -> [String] { try read { try $0.collections() } }

  /// Returns the names of the collections nested below a name, without the name itself.
  ///
  /// `a.b` and `a.b.c` are below `a`.
  ///
  /// - Complexity: O(c log c) for the c collections of the store.
  /// - Throws: ``StoreError`` with `readInsideWrite` inside a write of this store, `closed` if the
  ///   store is closed, or `damaged` if stored data is damaged.
  public func collections(below name: String) throws -> [String] {
    try read { try $0.collections(below: name) }
  }

  /// Returns the collections as a tree of the components of their names.
  ///
  /// - Complexity: O(c log c) for c collections.
  /// - Throws: ``StoreError`` with `readInsideWrite` inside a write of this store, `closed` if the
  ///   store is closed, or `damaged` if stored data is damaged.
  public func collectionTree() throws -> [CollectionNode] { try read { try $0.collectionTree() } }

  /// Declares a collection, and returns `true` if the collection was not declared before.
  ///
  /// Listings also contain a declared collection without rows. Nothing changes on failure.
  ///
  /// - Complexity: O(log n), and one wait for the disk.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `invalidName` if the name is longer than 480 bytes.
  ///   - `tablesFull` if no table is available.
  ///   - `nestedWrite` inside another write.
  ///   - `closed` if the store is closed.
  ///   - `readOnly` if the store is open read-only.
  ///   - `diskFull` if the disk is full.
  @discardableResult
  public func declare(_ name: String) throws -> Bool { try write { try $0.declare(name) } }

  /// Renames a collection.
  ///
  /// The call does not read or rewrite rows or indexes. Nothing changes on failure.
  ///
  /// - Complexity: O(1), and one wait for the disk.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `collectionNotFound` if the collection does not exist.
  ///   - `collectionExists` if a collection has the new name.
  ///   - `invalidName` if the new name is longer than 480 bytes.
  ///   - `nestedWrite` inside another write.
  ///   - `closed` if the store is closed.
  ///   - `readOnly` if the store is open read-only.
  ///   - `diskFull` if the disk is full.
  public func rename(_ name: String, to newName: String) throws {
    try write { try $0.rename(name, to: newName) }
  }

  /// Drops a collection with its rows and indexes, and returns the number of dropped collections.
  ///
  /// The write is durable when the call returns. Nothing changes on failure.
  ///
  /// - Parameters:
  ///   - name: The name of the collection.
  ///   - nested: Whether to drop the collections below the name too. For example, `a.b` is below
  ///     `a`.
  /// - Complexity: O(pages of the collections), and one wait for the disk; O(size of the rows) if
  ///   rows have blobs.
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `damaged` if stored data is damaged.
  ///   - `nestedWrite` inside another write.
  ///   - `closed` if the store is closed.
  ///   - `readOnly` if the store is open read-only.
  ///   - `diskFull` if the disk is full.
  @discardableResult
  public func drop(_ name: String, nested: Bool = false) throws -> Int {
    try write { try $0.drop(name, nested: nested) }
  }

  /// The store's revision: the number of commits that changed something.
  ///
  /// - Complexity: O(log n).
  /// - Throws: ``StoreError`` with `readInsideWrite` inside a write of this store, `closed` if the
  ///   store is closed, or `damaged` if stored data is damaged.
  public var revision: UInt64 {
    get throws { try read { try $0.revision } }
  }
}
