internal import LodeCoding
public import LodeStore

/// A store, or one partition of a store; each call is a transaction of its own.
///
/// ```swift
/// try store.insert(City(name: "Oslo"))
/// let oslo = try store.get(City.self, "Oslo")
/// ```
///
/// The protocol has the most common calls, each with an asynchronous form. ``ModelReading`` and
/// ``ModelWriting`` have all calls, for use inside `store.read` and `store.write`.
public protocol ModelStoring: Sendable {
  /// The store.
  var store: Store { get }
  /// The partition; `nil` for rows outside of partitions.
  var partition: String? { get }
}

extension Store: ModelStoring {
  /// The store itself.
  public var store: Store { self }
  /// No partition.
  public var partition: String? { nil }

  /// Returns a view of the rows of a partition; `nil` for rows outside of partitions.
  ///
  /// ```swift
  /// let mine = store.partition("ada")
  /// try mine.put(City(name: "Oslo"))
  /// print(try mine.count(City.self), try store.read { try $0.partitions(of: City.self) })
  /// ```
  public func partition(_ name: String?) -> StorePartition {
    StorePartition(store: self, partition: name)
  }
}

/// The rows of one partition of a store; each call is a transaction of its own.
public struct StorePartition: ModelStoring {
  /// The store.
  public let store: Store
  /// The partition; `nil` for rows outside of partitions.
  public let partition: String?
}
