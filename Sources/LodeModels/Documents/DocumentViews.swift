internal import LodeCoding
public import LodeStore

/// A collection of documents in a read.
///
/// It lives no longer than the transaction.
public struct DocumentReader: DocumentReading, ~Escapable {
  /// The collection as this snapshot has it.
  public let access: CollectionAccess
  /// The partition; `nil` for the rows of none.
  public let partition: String?
  /// Nothing changes in a read.
  public var mutationCount: Int? { nil }

  @_lifetime(copy transaction)
  init(_ transaction: ReadTransaction, _ name: String, _ partition: String?) {
    access = transaction.access(to: name)
    self.partition = partition
  }
}

/// A collection of documents in a write.
///
/// While it lives it has the transaction to itself.
public struct DocumentWriter: DocumentWriting, ~Copyable, ~Escapable {
  /// The write.
  public let scope: WriteScope
  /// The name of the collection.
  public let name: String
  /// The partition; `nil` for the rows of none.
  public let partition: String?

  @_lifetime(&transaction)
  init(_ transaction: inout WriteTransaction, _ name: String, _ partition: String?) {
    scope = transaction.scope
    self.name = name
    self.partition = partition
  }

  /// The collection as this write has left it.
  public var access: CollectionAccess { scope.access(to: name).reading }
  /// How often this write has changed the collection.
  public var mutationCount: Int? { scope.access(to: name).mutations }
}

extension ReadTransaction {
  /// A collection of documents, or the part of it in a partition.
  @_lifetime(copy self)
  public func documents(_ name: String, partition: String? = nil) -> DocumentReader {
    DocumentReader(self, name, partition)
  }
}

extension WriteTransaction {
  /// A collection of documents, or the part of it in a partition.
  @_lifetime(&self)
  public mutating func documents(_ name: String, partition: String? = nil) -> DocumentWriter {
    DocumentWriter(&self, name, partition)
  }
}
