/// A transaction that reads: a ``ReadTransaction``, or a ``WriteTransaction``, which sees its own
/// changes.
public protocol StoreReading: ~Copyable, ~Escapable {
  /// A collection as this transaction sees it; one that does not exist reads as an empty one.
  func access(to collection: String) -> CollectionAccess

  /// How often this write has changed a collection, so that an iteration notices it; `nil` in a
  /// read.
  func mutationCount(in collection: String) -> Int?
}

extension ReadTransaction: StoreReading {
  /// A collection as this snapshot has it.
  public func access(to collection: String) -> CollectionAccess {
    let info = catalog.catalog.collections[collection]
    var access = CollectionAccess(
      info, named: collection, handle, catalog.catalog.schemas, in: catalog)
    access.requiresIndexes = requiresIndexes
    return access
  }

  /// Nothing changes in a read.
  public func mutationCount(in collection: String) -> Int? { nil }
}

extension WriteTransaction: StoreReading {
  /// A collection as this write has left it.
  public func access(to collection: String) -> CollectionAccess {
    scope.access(to: collection).reading
  }

  /// How often this write has changed a collection.
  public func mutationCount(in collection: String) -> Int? {
    scope.access(to: collection).mutations
  }

  /// The write, for the views of modules above.
  public var scope: WriteScope { WriteScope(context: context) }
}

/// A write as the views of modules above hold it.
///
/// You never make one, and it does nothing once the write has ended.
public struct WriteScope {
  let context: WriteContext

  /// A collection, to change it.
  package func access(to collection: String) -> WriteAccess {
    WriteAccess(context: context, name: collection)
  }

  /// The number of a collection's table, which it keeps when it is renamed; `nil` when there is no
  /// collection of the name.
  package func table(of collection: String) -> UInt32? {
    context.catalog.collections[collection]?.id
  }

  /// The name that the collection of a table has now.
  package func collection(ofTable table: UInt32) -> String? {
    context.catalog.collection(ofTable: table)?.name
  }

  /// Runs `body` so that its failure undoes only what it did itself.
  package func savepoint<R>(_ body: (WriteScope) throws -> R) throws -> R {
    try context.checkOpen()
    return try context.savepoint { try body(WriteScope(context: $0)) }
  }
}
