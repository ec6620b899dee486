internal import LodeCoding
public import LodeStore

/// The rows of one partition in a read transaction.
///
/// A partition is a named part of each collection, for example with the rows of one user.
///
/// ```swift
/// try store.read { transaction in
///   let mine = transaction.partition("ada")
///   print(try mine.count(City.self), try mine.fetch(City.self))
/// }
/// ```
///
/// Use a `PartitionReader` only on the thread of the transaction's closure. The compiler prevents a
/// use after the closure.
public struct PartitionReader: ModelReading, ~Escapable {
  private let transaction: ReadTransaction
  /// The name of the partition; `nil` for rows outside of partitions.
  public let partition: String?

  @_lifetime(copy transaction)
  init(_ transaction: ReadTransaction, _ partition: String?) {
    self.transaction = transaction
    self.partition = partition
  }

  /// Returns read access to a collection of the snapshot, with the rows of all partitions.
  public func access(to collection: String) -> CollectionAccess {
    transaction.access(to: collection)
  }

  /// Returns `nil`, because a read changes nothing.
  public func mutationCount(in collection: String) -> Int? { nil }
}

extension ReadTransaction {
  /// Returns a view of the rows of a partition; `nil` means the rows outside of partitions.
  ///
  /// ```swift
  /// let mine = try store.read { try $0.partition("ada").fetch(City.self) }
  /// ```
  @_lifetime(copy self)
  public func partition(_ name: String?) -> PartitionReader { PartitionReader(self, name) }
}
