internal import LodeLMDB

/// A read of one snapshot of a store.
///
/// Use the transaction only inside the closure that receives the transaction, and only on the
/// thread of the closure. The transaction sees no later commit.
///
/// ```swift
/// try store.read { transaction in
///   let names: [String?] = try transaction["users"].get([1, 2, 3])
///   print(names, try transaction.revision)
/// }
/// ```
public struct ReadTransaction: ~Escapable {
  let handle: TransactionHandle
  let catalog: CatalogSnapshot
  /// Whether the transaction refuses queries without a usable index.
  let requiresIndexes: Bool
  /// Whether large reads can use helper threads.
  let usesHelperThreads: Bool

  @_lifetime(borrow store)
  init(
    _ handle: TransactionHandle, _ catalog: CatalogSnapshot, of store: borrowing StoreCore
  ) {
    self.handle = handle
    self.catalog = catalog
    requiresIndexes = store.requiresIndexes
    usesHelperThreads = store.usesHelperThreads
  }

  /// The revision of the store in this snapshot.
  ///
  /// - Complexity: O(log c) for the c collections and indexes of the store.
  /// - Throws: ``StoreError`` with `damaged` if stored data is damaged.
  public var revision: UInt64 {
    get throws(StoreError) {
      try CatalogTable(transaction: handle, table: catalog.table).head().revision
    }
  }

  /// Returns the next number in the sequence of a collection, from 1.
  ///
  /// - Complexity: O(log c) for the c collections and indexes of the store.
  package func nextInSequence(of collection: String) throws(StoreError) -> UInt64 {
    guard let info = catalog.catalog.collections[collection] else { return 1 }
    return try CatalogTable(transaction: handle, table: catalog.table).sequence(of: info.id)
  }

  /// Returns the names of the collections that have rows or were declared, in byte order.
  ///
  /// - Complexity: O(c log c) for c collections.
  /// - Throws: ``StoreError`` with `damaged` if stored data is damaged.
  public func collections() throws(StoreError) -> [String] {
    try CollectionListing(handle: handle, catalog: catalog.catalog).names()
  }

  /// Returns the names of the collections below a name, in byte order.
  ///
  /// The collections `a.b` and `a.b.c` are below `a`. The result does not contain `a`.
  ///
  /// - Complexity: O(c log c) for c collections of the store.
  /// - Throws: ``StoreError`` with `damaged` if stored data is damaged.
  public func collections(below name: String) throws(StoreError) -> [String] {
    try collections().filter { isNested($0, below: name) }
  }

  /// Returns the collections as a tree: the collection `a.b` is a child of `a`.
  ///
  /// - Complexity: O(c log c) for c collections.
  /// - Throws: ``StoreError`` with `damaged` if stored data is damaged.
  public func collectionTree() throws(StoreError) -> [CollectionNode] {
    try CollectionNode.tree(of: collections())
  }
}
