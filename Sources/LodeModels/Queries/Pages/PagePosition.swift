internal import LodeCoding

/// The position of a row among the results of a query.
struct PagePosition: Hashable {
  /// The values at the paths of the orders.
  let values: [ArchiveValue]
  /// The stored key, including the partition.
  let key: [UInt8]

  /// The key without the partition.
  var ownKey: [UInt8] { Array(key.dropFirst(Partition.byteCount(in: key.span))) }
}
