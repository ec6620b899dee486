internal import LodeCoding
public import LodeStore

/// A read that is confined to the rows of one partition, or a write that is confined to them.
///
/// It lives no longer than the transaction.
public struct PartitionReader: ModelReading, ~Escapable {
  private let transaction: ReadTransaction
  /// The partition; `nil` for the rows of none.
  public let partition: String?

  @_lifetime(copy transaction)
  init(_ transaction: ReadTransaction, _ partition: String?) {
    self.transaction = transaction
    self.partition = partition
  }

  /// A collection, with the rows of all partitions.
  public func access(to collection: String) -> CollectionAccess {
    transaction.access(to: collection)
  }

  /// Nothing changes in a read.
  public func mutationCount(in collection: String) -> Int? { nil }
}

extension ReadTransaction {
  /// The rows of a partition; `nil` for rows outside of partitions.
  ///
  /// ```swift
  /// let mine = try store.read { try $0.partition("ada").all(City.self) }
  /// ```
  @_lifetime(copy self)
  public func partition(_ name: String?) -> PartitionReader { PartitionReader(self, name) }
}
