/// A transaction that can read: a ``ReadTransaction`` or a ``WriteTransaction``.
///
/// A write transaction reads its own changes.
public protocol StoreReading: ~Copyable, ~Escapable {
  /// Returns a collection as this transaction sees it.
  ///
  /// A collection that does not exist reads as an empty collection.
  func access(to collection: String) -> CollectionAccess

  /// Returns the number of changes that this write made to a collection; `nil` in a read.
  ///
  /// Iterations use the count to detect changes.
  func mutationCount(in collection: String) -> Int?
}

extension ReadTransaction: StoreReading {
  /// Returns a collection as this snapshot shows it.
  public func access(to collection: String) -> CollectionAccess {
    let info = catalog.catalog.collections[collection]
    var access = CollectionAccess(
      info, named: collection, handle, catalog.catalog.schemas, in: catalog)
    access.requiresIndexes = requiresIndexes
    return access
  }

  /// Returns `nil`, because a read changes nothing.
  public func mutationCount(in collection: String) -> Int? { nil }
}

extension WriteTransaction: StoreReading {
  /// Returns a collection with the changes of this write.
  public func access(to collection: String) -> CollectionAccess {
    scope.access(to: collection).reading
  }

  /// Returns the number of changes that this write made to a collection.
  public func mutationCount(in collection: String) -> Int? {
    scope.access(to: collection).mutations
  }

  /// The write, for views in other modules.
  public var scope: WriteScope { WriteScope(context: context) }
}

/// A write, for views in other modules.
///
/// Programs never create a scope. After the write has ended, calls of the scope have no effect or
/// throw `closed`.
public struct WriteScope {
  let context: WriteContext

  /// Returns a collection for writes.
  package func access(to collection: String) -> WriteAccess {
    WriteAccess(context: context, name: collection)
  }

  /// Returns the number of a collection's table, or `nil` if the collection does not exist.
  ///
  /// A renamed collection keeps the number.
  package func table(of collection: String) -> UInt32? {
    context.catalog.collections[collection]?.id
  }

  /// Returns the current name of the collection that has a table.
  package func collection(ofTable table: UInt32) -> String? {
    context.catalog.collection(ofTable: table)?.name
  }

  /// Runs `body` in a savepoint; an error of `body` undoes only the changes of `body`.
  package func savepoint<R>(_ body: (WriteScope) throws -> R) throws -> R {
    try context.checkOpen()
    return try context.savepoint { try body(WriteScope(context: $0)) }
  }
}
