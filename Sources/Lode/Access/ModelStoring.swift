internal import LodeCoding
public import LodeStore

/// A store, or the part of it that is confined to a partition: each call on it is a transaction of
/// its own.
///
/// ```swift
/// try store.insert(City(name: "Oslo"))
/// let oslo = try store.get(City.self, "Oslo")
/// ```
///
/// The calls have the names that they have in transactions; ``ModelReading`` and ``ModelWriting``
/// say what they do and what they throw. Each has an asynchronous form, for use in tasks.
public protocol ModelStoring: Sendable {
  /// The store.
  var store: Store { get }
  /// The partition; `nil` for the rows of none.
  var partition: String? { get }
}

extension Store: ModelStoring {
  /// The store itself.
  public var store: Store { self }
  /// None.
  public var partition: String? { nil }

  /// The rows of a partition; `nil` for rows outside of partitions.
  ///
  /// ```swift
  /// let mine = store.partition("ada")
  /// try mine.put(City(name: "Oslo"))
  /// print(try mine.count(City.self), try store.partitions(of: City.self))
  /// ```
  public func partition(_ name: String?) -> StorePartition {
    StorePartition(store: self, partition: name)
  }
}

/// The rows of one partition of a store.
public struct StorePartition: ModelStoring {
  /// The store.
  public let store: Store
  /// The partition; `nil` for the rows of none.
  public let partition: String?
}
