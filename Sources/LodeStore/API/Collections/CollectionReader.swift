/// A collection inside a read transaction, as ``ReadTransaction`` returns it.
///
/// The view is valid only inside the closure of the transaction, on the closure's thread.
///
/// ```swift
/// try store.read { transaction in
///   let users = transaction["users"]
///   print(try users.count, try users.get(1, as: String.self) ?? "")
/// }
/// ```
public struct CollectionReader: ~Escapable, CollectionReading {
  /// The access through which the methods of ``CollectionReading`` read the collection.
  public let access: CollectionAccess

  @_lifetime(borrow transaction)
  init(_ access: CollectionAccess, in transaction: borrowing ReadTransaction) {
    self.access = access
  }

  /// The name of the collection, even if the collection does not exist.
  public var name: String { access.name }
}

extension ReadTransaction {
  /// Returns a collection of the snapshot.
  ///
  /// A missing collection reads as an empty collection.
  public subscript(collection: String) -> CollectionReader {
    @_lifetime(borrow self)
    get {
      CollectionReader(access(to: collection), in: self)
    }
  }
}
