internal import LodeCoding
public import LodeStore

/// The rows of one partition in a write transaction.
///
/// A partition is a named part of each collection, for example with the rows of one user.
///
/// ```swift
/// try store.write { transaction in
///   try transaction.partition("ada").put(City(name: "Oslo"))
/// }
/// ```
///
/// Use the view only on the thread of the transaction's closure; the compiler prevents a use after
/// the closure. Before the last use of the view, the program cannot use the transaction itself.
public struct PartitionWriter: ModelWriting, ~Copyable, ~Escapable {
  /// The write transaction, for other modules of Lode; programs do not use the property.
  public let scope: WriteScope
  /// The name of the partition; `nil` for rows outside of partitions.
  public let partition: String?

  @_lifetime(&transaction)
  init(_ transaction: inout WriteTransaction, _ partition: String?) {
    scope = transaction.scope
    self.partition = partition
  }

  /// Returns read access to a collection, with the changes of this write and the rows of all
  /// partitions.
  public func access(to collection: String) -> CollectionAccess {
    scope.access(to: collection).reading
  }

  /// Returns the number of changes that this write made to a collection.
  public func mutationCount(in collection: String) -> Int? {
    scope.access(to: collection).mutations
  }
}

extension WriteTransaction {
  /// Returns a view of the rows of a partition; `nil` means the rows outside of partitions.
  ///
  /// ```swift
  /// try store.write { transaction in
  ///   try transaction.partition("ada").put(City(name: "Oslo"))
  /// }
  /// ```
  @_lifetime(&self)
  public mutating func partition(_ name: String?) -> PartitionWriter {
    PartitionWriter(&self, name)
  }
}
