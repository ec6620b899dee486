internal import LodeCoding

/// Keys one behind the other, without memory of its own for each.
struct KeyList {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// How many there are.
  var count: Int { ends.count }

  /// Adds a key behind those that there are.
  mutating func append(_ key: Span<UInt8>) {
    for index in key.indices { bytes.append(key[index]) }
    ends.append(bytes.count)
  }

  /// The order of a key of the list and another one, as rows have it.
  func order(_ place: Int, _ key: Span<UInt8>) -> Int {
    let start = place == 0 ? 0 : ends[place - 1]
    return bytes.span.extracting(start..<ends[place]).rowOrder(key)
  }
}
