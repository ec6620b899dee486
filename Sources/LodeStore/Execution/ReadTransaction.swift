internal import LodeLMDB

/// One snapshot of a store, for the time of a read.
///
/// It can be used only inside the closure it is passed to.
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
  /// Whether queries are refused that no index helps.
  let requiresIndexes: Bool

  @_lifetime(borrow owner)
  init(_ handle: TransactionHandle, _ catalog: CatalogSnapshot, of owner: borrowing StoreCore) {
    self.handle = handle
    self.catalog = catalog
    requiresIndexes = owner.requiresIndexes
  }

  /// A collection; one that does not exist reads as an empty one.
  public subscript(collection: String) -> CollectionReader {
    @_lifetime(borrow self)
    get {
      CollectionReader(access(to: collection), in: self)
    }
  }

  /// The number of commits that changed something, up to this snapshot.
  /// - Complexity: O(log n).
  /// - Throws: ``StoreError`` with `damaged`.
  public var revision: UInt64 {
    get throws(StoreError) {
      try CatalogTable(transaction: handle, table: catalog.table).head().revision
    }
  }

  /// The number that a collection's sequence gives next.
  /// - Complexity: O(log n).
  package func nextInSequence(of collection: String) throws(StoreError) -> UInt64 {
    guard let info = catalog.catalog.collections[collection] else { return 1 }
    return try CatalogTable(transaction: handle, table: catalog.table).sequence(of: info.id)
  }

  /// The collections that have rows or were declared, in byte order of their names.
  /// - Complexity: O(number of collections).
  public func collections() throws(StoreError) -> [String] {
    try CollectionListing(handle: handle, catalog: catalog.catalog).names()
  }

  /// The collections below a name, itself left out: `a.b` and `a.b.c` are below `a`.
  /// - Complexity: O(number of collections).
  public func collections(below name: String) throws(StoreError) -> [String] {
    try collections().filter { isNested($0, below: name) }
  }

  /// The collections as a tree of the parts of their names.
  /// - Complexity: O(number of collections).
  public func collectionTree() throws(StoreError) -> [CollectionNode] {
    try CollectionNode.tree(of: collections())
  }
}
