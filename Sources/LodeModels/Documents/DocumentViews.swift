internal import LodeCoding
public import LodeStore

/// A collection of documents in a read transaction.
///
/// The view cannot outlive the transaction.
public struct DocumentReader: DocumentReading, ~Escapable {
  /// The collection in this snapshot.
  public let access: CollectionAccess
  /// The partition; `nil` for rows outside of partitions.
  public let partition: String?
  /// `nil`, because a read makes no changes.
  public var mutationCount: Int? { nil }

  @_lifetime(copy transaction)
  init(_ transaction: ReadTransaction, _ name: String, _ partition: String?) {
    access = transaction.access(to: name)
    self.partition = partition
  }
}

/// A collection of documents in a write transaction.
///
/// The view borrows the transaction exclusively: the transaction is usable again after the last use
/// of the view.
public struct DocumentWriter: DocumentWriting, ~Copyable, ~Escapable {
  /// The write.
  public let scope: WriteScope
  /// The name of the collection.
  public let name: String
  /// The partition; `nil` for rows outside of partitions.
  public let partition: String?

  @_lifetime(&transaction)
  init(_ transaction: inout WriteTransaction, _ name: String, _ partition: String?) {
    scope = transaction.scope
    self.name = name
    self.partition = partition
  }

  /// The collection with the changes of this write.
  public var access: CollectionAccess { scope.access(to: name).reading }
  /// The number of changes that this write has made to the collection.
  public var mutationCount: Int? { scope.access(to: name).mutations }
}

extension ReadTransaction {
  /// Returns a collection of documents, or one partition of the collection.
  @_lifetime(copy self)
  public func documents(_ name: String, partition: String? = nil) -> DocumentReader {
    DocumentReader(self, name, partition)
  }
}

extension WriteTransaction {
  /// Returns a collection of documents, or one partition of the collection.
  @_lifetime(&self)
  public mutating func documents(_ name: String, partition: String? = nil) -> DocumentWriter {
    DocumentWriter(&self, name, partition)
  }
}
