internal import LodeCoding
public import LodeStore

/// A store, or one partition of a store; each call runs in its own transaction.
///
/// ```swift
/// try store.insert(City(name: "Oslo"))
/// let oslo = try store.get(City.self, "Oslo")
/// ```
///
/// The protocol has the most common calls. Each call has an asynchronous form, except calls with an
/// `inout` model. ``ModelReading`` and ``ModelWriting`` have all calls, for use inside `store.read`
/// and `store.write`.
///
/// Any thread or task may make the calls. With the default `StoreOptions.durability`, a write is
/// durable when the call returns. A call that throws changes nothing in the store. The exception is
/// the code `commitOutcomeUnknown`: the write may or may not have changed the store.
///
/// In addition to the complexity that a call lists, each call has the complexity of `Store.read` or
/// `Store.write`. Each index adds O(log n) to the write of a row, for n rows.
///
/// The closure of an `update`, and the `willSave` of a model, run on the calling thread or on the
/// store's writer thread. Asynchronous writes always use the writer thread. If the file must grow,
/// Lode repeats the write. The closure and `willSave` can therefore run several times.
///
/// If a model's `init(from:)` or `encode(to:)` throws an error, the call throws the same error,
/// with three exceptions. An `ArchiveError` becomes the cause of a `StoreError`. A `DecodingError`
/// becomes `StoreError` with `unarchivingFailed`, and an `EncodingError` becomes `StoreError` with
/// `archivingFailed`.
///
/// In addition to the errors that a call lists, a call can throw `StoreError` with these codes:
///
/// | code | condition |
/// |---|---|
/// | `forked` | The process is a fork of the process that opened the store. |
/// | `replaced` | The files were deleted or replaced, or were written without their lock file. |
/// | `readersFull` | A read finds no free reader slot. |
/// | `busy` | The file must grow, and an open snapshot or read prevents the growth. |
/// | `tablesFull` | The store needs another table, and the capacity for tables cannot grow. |
/// | `mapFull` | The file has its maximum size of 64 TiB. |
/// | `outOfMemory` | The system has no memory or address space left. |
/// | `tooManyWaitingWrites` | `StoreOptions.maximumWaitingWrites` writes already wait. |
/// | `inputOutput` | Reading or writing the file fails. |
/// | `keyCollision` | Two keys of at least 511 bytes have the same first 495 bytes and hash. |
/// | `timeLimitExceeded` | The limit of `Store.withTimeLimit` ends a query, a scan, or a search. |
/// | `commitOutcomeUnknown` | The store cannot determine whether a commit is on disk. |
///
/// In the case of `keyCollision`, an insert throws `duplicateKey` instead.
public protocol ModelStoring: Sendable {
  /// The store that runs the transactions.
  var store: Store { get }
  /// The name of the partition; `nil` for rows outside of partitions.
  var partition: String? { get }
}

extension Store: ModelStoring {
  /// The store itself.
  public var store: Store { self }
  /// `nil`, because a store reads and writes the rows outside of partitions.
  public var partition: String? { nil }

  /// Returns a view of the rows of a partition; `nil` means the rows outside of partitions.
  ///
  /// A partition needs no creation: the first row creates the partition.
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

/// The rows of one partition of a store; each call runs in its own transaction.
///
/// A partition is a named part of each collection, for example with the rows of one user. The same
/// key can exist in several partitions. Any thread can use the view, which has a strong reference
/// to the store.
///
/// ```swift
/// let mine = store.partition("ada")
/// try mine.put(City(name: "Oslo"))
/// let oslo = try mine.get(City.self, "Oslo")
/// ```
public struct StorePartition: ModelStoring {
  /// The store that contains the partition.
  public let store: Store
  /// The name of the partition; `nil` for rows outside of partitions.
  public let partition: String?
}
