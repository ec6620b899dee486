internal import LodeCoding
public import LodeStore

/// A write that is confined to the rows of one partition.
///
/// While it lives it has the transaction to itself.
public struct PartitionWriter: ModelWriting, ~Copyable, ~Escapable {
  /// The write.
  public let scope: WriteScope
  /// The partition; `nil` for the rows of none.
  public let partition: String?

  @_lifetime(&transaction)
  init(_ transaction: inout WriteTransaction, _ partition: String?) {
    scope = transaction.scope
    self.partition = partition
  }

  /// A collection, with the rows of all partitions.
  public func access(to collection: String) -> CollectionAccess {
    scope.access(to: collection).reading
  }

  /// How often this write has changed a collection.
  public func mutationCount(in collection: String) -> Int? {
    scope.access(to: collection).mutations
  }
}

extension WriteTransaction {
  /// The rows of a partition; `nil` for rows outside of partitions.
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
