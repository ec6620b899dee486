public import LodeCoding

/// A write transaction, whose changes the store commits together or not at all.
///
/// Use the transaction only inside the closure that receives the transaction, and only on the
/// thread of the closure. Reads in the transaction see the changes of the transaction.
///
/// ```swift
/// try store.write { transaction in
///   try transaction["accounts"].increment("ada", by: -10)
///   try transaction["accounts"].increment("bob", by: 10)
/// }
/// ```
public struct WriteTransaction: ~Copyable, ~Escapable {
  let states: CollectionStates
  var context: WriteSession { states.context }

  @_lifetime(borrow owner)
  init(_ session: WriteSession, of owner: borrowing StoreCore) {
    states = session.states
  }

  /// Returns a collection, for reads and writes.
  ///
  /// The first put creates a missing collection.
  public subscript(collection: String) -> CollectionWriter {
    @_lifetime(&self)
    mutating get { CollectionWriter(collection, in: &self) }
  }

  /// The revision of the store after this write, unless the write changes nothing.
  ///
  /// Changed rows get this revision. Touching a row, and changing a collection or an index, also
  /// give the store this revision.
  public var revision: UInt64 { context.revision }

  /// Runs `body` in a savepoint, and returns its result.
  ///
  /// If `body` throws, the changes of `body` roll back, and the write can continue. Savepoints can
  /// be nested.
  ///
  /// ```swift
  /// try store.write { transaction in
  ///   try transaction["log"].put("tried", forKey: 1)
  ///   do {
  ///     try transaction.savepoint { inner in
  ///       try inner["users"].insert("Ada", forKey: 1)
  ///     }
  ///   } catch let error as StoreError where error.code == .duplicateKey {}
  /// }
  /// ```
  ///
  /// - Complexity: O(t + p), without `body`, for t tables of collections and indexes, and p pages
  ///   that `body` changed. If the write has changed full-text indexes, the call also writes their
  ///   pending postings.
  /// - Throws: Any error that `body` throws; ``StoreError`` with `damaged` if a full-text index is
  ///   damaged.
  public mutating func savepoint<R: ~Copyable>(
    _ body: (inout WriteTransaction) throws -> R
  ) throws -> R {
    try context.savepoint { try $0.run(body) }
  }

  /// Returns the names of the collections that have rows or were declared, in byte order.
  ///
  /// - Complexity: O(c log c) for c collections.
  /// - Throws: ``StoreError`` with `damaged` if stored data is damaged.
  public func collections() throws(StoreError) -> [String] {
    try CollectionListing(handle: context.handle, catalog: context.catalog).names()
  }

  /// Declares a collection, and returns `true` if the collection was not declared before.
  ///
  /// ``collections()`` also lists a declared collection without rows. Nothing changes on failure.
  ///
  /// - Complexity: O(c) for the c collections and indexes of the store.
  /// - Throws: ``StoreError`` with `invalidName` if the name is longer than 480 bytes, or
  ///   `tablesFull` if the capacity for tables (``StoreOptions/maximumCollections``) is full. After
  ///   `tablesFull`, the store increases the capacity and runs the write again.
  @discardableResult
  public mutating func declare(_ name: String) throws(StoreError) -> Bool {
    // This call writes the changes of the state to the catalog.
    states.forget(name)
    guard let info = context.catalog.collections[name] else {
      _ = try StoreTables(context).create(name, declared: true)
      return true
    }
    if info.isDeclared { return false }
    context.update(info.with { $0.isDeclared = true })
    return true
  }

  /// Sets the compression policy of a collection.
  ///
  /// `nil` means the policy of the store's options.
  ///
  /// The store records the policy, which applies to new rows. ``Store/recompress(_:progress:)``
  /// rewrites existing rows. The call creates a missing collection, unless the policy is `nil`.
  /// Nothing changes on failure.
  ///
  /// - Complexity: O(c) for the c collections and indexes of the store.
  /// - Throws: ``StoreError`` with `invalidName` if the name is longer than 480 bytes, or
  ///   `tablesFull` if the capacity for tables (``StoreOptions/maximumCollections``) is full. After
  ///   `tablesFull`, the store increases the capacity and runs the write again.
  public mutating func setCompression(
    _ compression: Compression?, forCollection name: String
  ) throws(StoreError) {
    states.forget(name)
    let info: CollectionRuntime
    if let existing = context.catalog.collections[name] {
      info = existing
    } else {
      if compression == nil { return }
      info = try StoreTables(context).create(name, declared: false)
    }
    var settings = info.settings
    if settings.policy == compression { return }
    settings.policy = compression
    context.update(info.with { $0.settings = settings })
  }

  /// Renames a collection.
  ///
  /// If the store has observers, the call reads all rows, because the change set contains every key
  /// as inserted.
  ///
  /// ``collections()`` omits an empty collection that was not declared. If such a collection has
  /// the new name, the call first drops this collection with its indexes. If this drop fails, let
  /// the error leave the write or a savepoint. Any other failure changes nothing.
  ///
  /// - Complexity: O(c) for the c collections and indexes of the store. If the store has observers,
  ///   also O(size of the rows).
  /// - Throws: ``StoreError`` with one of these codes:
  ///   - `collectionNotFound` if ``collections()`` does not contain the old name.
  ///   - `collectionExists` if ``collections()`` contains the new name.
  ///   - `invalidName` if the new name is longer than 480 bytes.
  ///   - `tablesFull` if the call drops an index with damaged pages, and the capacity for tables
  ///     cannot grow.
  ///   - `damaged` if stored data is damaged.
  public mutating func rename(_ name: String, to newName: String) throws(StoreError) {
    guard let info = context.catalog.collections[name], try WholeCollections(context).isListed(info)
    else {
      throw StoreError(.collectionNotFound, collection: name)
    }
    try WholeCollections(context).rename(info, to: newName)
  }

  /// Drops a collection with its rows and indexes, and returns the number of dropped collections.
  ///
  /// The call drops only collections that ``collections()`` contains, so an empty collection that
  /// was not declared stays, and does not count. The result is 0 if the call drops no collection.
  /// An error can leave some collections dropped, so let the error leave the write or a savepoint.
  ///
  /// - Parameters:
  ///   - name: The name of the collection.
  ///   - nested: Whether to also drop the collections below the name. For example, `a.b` is below
  ///     `a`.
  /// - Complexity: O(c log c + p) for the c collections of the store and p dropped pages. If rows
  ///   have blobs, also O(size of the rows).
  /// - Throws: ``StoreError`` with `damaged` if stored data is damaged, or `tablesFull` if an index
  ///   has damaged pages, and the capacity for tables cannot grow.
  @discardableResult
  public mutating func drop(_ name: String, nested: Bool = false) throws(StoreError) -> Int {
    var count = 0
    for other in try collections() where other == name || nested && isNested(other, below: name) {
      guard let info = context.catalog.collections[other] else { continue }
      try WholeCollections(context).drop(info)
      count += 1
    }
    return count
  }

  /// Deletes the rows of a collection and of all collections below its name, and returns the number
  /// of deleted rows.
  ///
  /// The collections remain. The collection `a.b` is below `a`. An error can leave some rows
  /// deleted, so let the error leave the write or a savepoint.
  ///
  /// - Complexity: O(c log c + p) for the c collections of the store and p pages of rows and
  ///   indexes. If rows have blobs, also O(size of the rows).
  /// - Throws: ``StoreError`` with `damaged` if stored data is damaged, or `tablesFull` if an index
  ///   has damaged pages, and the capacity for tables cannot grow.
  @discardableResult
  public mutating func deleteAll(nested name: String) throws -> Int {
    var count = 0
    for other in try collections() where other == name || isNested(other, below: name) {
      count += try self[other].deleteAll()
    }
    return count
  }
}
