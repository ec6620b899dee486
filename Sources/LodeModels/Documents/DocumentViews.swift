internal import LodeCoding
public import LodeStore

/// A view of a collection of documents in a read transaction.
///
/// ```swift
/// let count = try store.read { transaction in try transaction.documents("pets").count }
/// ```
///
/// Use the view only on the thread of the transaction's closure; the compiler prevents a use after
/// the closure.
public struct DocumentReader: DocumentReading, ~Escapable {
  /// Read access to the collection in this snapshot.
  public let access: CollectionAccess
  /// The partition of the documents; `nil` for documents outside of partitions.
  public let partition: String?
  /// `nil`, because a read makes no changes.
  public var mutationCount: Int? { nil }

  @_lifetime(copy transaction)
  init(_ transaction: ReadTransaction, _ name: String, _ partition: String?) {
    access = transaction.access(to: name)
    self.partition = partition
  }
}

/// A view of a collection of documents in a write transaction.
///
/// ```swift
/// try store.write { transaction in
///   let pets = transaction.documents("pets")
///   try pets.put(["name": "Tom"], forKey: 1)
/// }
/// ```
///
/// Use the view only on the thread of the transaction's closure; the compiler prevents a use after
/// the closure. Before the last use of the view, the program cannot use the transaction itself.
public struct DocumentWriter: DocumentWriting, ~Copyable, ~Escapable {
  /// The write transaction to which the view belongs.
  public let scope: WriteScope
  /// The name of the collection.
  public let name: String
  /// The partition of the documents; `nil` for documents outside of partitions.
  public let partition: String?

  @_lifetime(&transaction)
  init(_ transaction: inout WriteTransaction, _ name: String, _ partition: String?) {
    scope = transaction.scope
    self.name = name
    self.partition = partition
  }

  /// Read access to the collection with the changes of this write.
  public var access: CollectionAccess { scope.access(to: name).reading }
  /// The number of changes that this write has made to the collection.
  public var mutationCount: Int? { scope.access(to: name).mutations }
}

extension ReadTransaction {
  /// Returns a view of the documents in one partition of a collection, or outside of partitions.
  ///
  /// The collection need not exist. The call reads nothing.
  ///
  /// - Parameters:
  ///   - name: The name of the collection.
  ///   - partition: The partition; `nil` for documents outside of partitions.
  @_lifetime(copy self)
  public func documents(_ name: String, partition: String? = nil) -> DocumentReader {
    DocumentReader(self, name, partition)
  }
}

extension WriteTransaction {
  /// Returns a view of the documents in one partition of a collection, or outside of partitions.
  ///
  /// The collection need not exist. The call reads nothing.
  ///
  /// - Parameters:
  ///   - name: The name of the collection.
  ///   - partition: The partition; `nil` for documents outside of partitions.
  @_lifetime(&self)
  public mutating func documents(_ name: String, partition: String? = nil) -> DocumentWriter {
    DocumentWriter(&self, name, partition)
  }
}
