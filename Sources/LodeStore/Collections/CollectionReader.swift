/// A collection inside a read transaction.
///
/// The view cannot outlive the transaction.
public struct CollectionReader: ~Escapable, CollectionReading {
  /// The collection as this transaction sees it.
  public let access: CollectionAccess

  @_lifetime(borrow transaction)
  init(_ access: CollectionAccess, in transaction: borrowing ReadTransaction) {
    self.access = access
  }

  /// The collection's name.
  public var name: String { access.name }
}
