internal import LodeCoding

/// A list of keys in one buffer, without an allocation for each key.
struct KeyList {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// The number of keys.
  var count: Int { ends.count }

  /// Appends a key.
  mutating func append(_ key: Span<UInt8>) {
    for index in key.indices { bytes.append(key[index]) }
    ends.append(bytes.count)
  }

  /// Compares a key of the list with another key in the order of rows.
  ///
  /// - Returns: A negative number, 0, or a positive number.
  func order(_ place: Int, _ key: Span<UInt8>) -> Int {
    let start = place == 0 ? 0 : ends[place - 1]
    return bytes.span.extracting(start..<ends[place]).rowOrder(key)
  }
}
