internal import LodeCoding
internal import LodeStore

/// The position of a row among the results of a query.
struct PagePosition: Hashable {
  /// The values at the paths of the orders.
  ///
  /// For rows ranked by relevance, the first value is the score. In a search of several
  /// collections, the second value is the position of the row's collection in the search's list.
  let values: [ArchiveValue]
  /// The stored key, including the partition.
  let key: [UInt8]

  /// The stored key without the partition.
  var ownKey: [UInt8] { Array(key.dropFirst(Partition.byteCount(in: key.span))) }

  /// Returns whether the position comes before another position; the key decides between equal
  /// values.
  func precedes(_ other: PagePosition, _ orders: [PathOrder]) -> Bool {
    for (place, order) in orders.enumerated() {
      let result = values[place].order(other.values[place])
      if result != 0 { return order.isDescending ? result > 0 : result < 0 }
    }
    return key.span.rowOrder(other.key.span) < 0
  }
}
