/// A transaction that can read: a ``ReadTransaction`` or a ``WriteTransaction``.
///
/// A write transaction reads its own changes. Other modules extend the protocol with reads of
/// models and documents.
public protocol StoreReading: ~Copyable, ~Escapable {
  /// Returns read access to a collection, for views in other modules.
  ///
  /// A collection that does not exist reads as an empty collection.
  func access(to collection: String) -> CollectionAccess

  /// Returns the number of changes that this transaction made to a collection; `nil` in a read.
  ///
  /// An iteration compares the number to detect changes.
  func mutationCount(in collection: String) -> Int?
}

extension ReadTransaction: StoreReading {
  /// Returns read access to a collection of the snapshot.
  public func access(to collection: String) -> CollectionAccess {
    let info = catalog.catalog.collections[collection]
    var access = CollectionAccess(
      info, named: collection, handle, catalog.catalog.schemas, in: catalog)
    access.requiresIndexes = requiresIndexes
    access.usesHelperThreads = usesHelperThreads
    return access
  }

  /// Returns `nil`, because a read changes nothing.
  public func mutationCount(in collection: String) -> Int? { nil }
}

extension WriteTransaction: StoreReading {
  /// Returns read access to a collection with the changes of this write.
  public func access(to collection: String) -> CollectionAccess {
    scope.access(to: collection).reading
  }

  /// Returns the number of changes that this write made to a collection.
  public func mutationCount(in collection: String) -> Int? {
    scope.access(to: collection).mutations
  }

  /// The handle of the write, for views in other modules.
  public var scope: WriteScope { WriteScope(states: states) }
}

/// The handle of a write transaction, for views in other modules.
///
/// Programs never create a scope. A scope is usable only inside the closure of its write, on the
/// closure's thread. After the write has ended, calls of the scope have no effect or throw
/// `closed`.
public struct WriteScope {
  let states: CollectionStates
  var context: WriteSession { states.context }

  package func access(to collection: String) -> WriteAccess {
    WriteAccess(states: states, name: collection)
  }

  /// Returns the number of a collection's table, or `nil` if the collection does not exist.
  ///
  /// A renamed collection keeps its table.
  package func table(of collection: String) -> UInt32? {
    context.catalog.collections[collection]?.id
  }

  /// Returns the current name of the collection with a table number, or `nil` if no collection has
  /// the number.
  package func collection(ofTable table: UInt32) -> String? {
    context.catalog.collection(ofTable: table)?.name
  }

  /// Runs `body` in a savepoint; an error of `body` undoes only the changes of `body`.
  package func savepoint<R>(_ body: (WriteScope) throws -> R) throws -> R {
    try context.checkOpen()
    return try context.savepoint { try body(WriteScope(states: $0.states)) }
  }
}
