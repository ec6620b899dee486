internal import LodeCoding

/// Where a row stands among the results of a query.
struct PagePosition: Hashable {
  /// Its values at the paths of the orders.
  let values: [ArchiveValue]
  /// Its key, as the collection has it.
  let key: [UInt8]

  /// The key without the partition.
  var ownKey: [UInt8] { Array(key.dropFirst(Partition.byteCount(in: key.span))) }
}
