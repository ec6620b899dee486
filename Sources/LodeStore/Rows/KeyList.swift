public import LodeCoding

/// A list of keys of one format in one buffer, without an allocation for each key.
@usableFromInline
package struct KeyList: Sendable {
  /// The format of the keys.
  @usableFromInline package var format = KeyFormat.tuple
  private(set) var bytes: [UInt8] = []
  /// The offset in `bytes` after the last byte of each key.
  private(set) var ends: [Int] = []
  /// The length of the longest key since the list was empty, in bytes.
  private(set) var longest = 0

  /// The maximum number of keys that one search finds together.
  @inlinable
  package static var groupSize: Int { 16 }

  @usableFromInline
  package init() {}

  /// The number of keys.
  @usableFromInline
  package var count: Int { ends.count }

  /// The key at an index.
  @usableFromInline
  package subscript(place: Int) -> Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let start = place == 0 ? 0 : ends[place - 1]
      return bytes.span.extracting(start..<ends[place])
    }
  }

  @usableFromInline
  package mutating func append(_ key: Span<UInt8>) {
    bytes.append(copying: key)
    ends.append(bytes.count)
    longest = max(longest, key.count)
  }

  /// Allocates memory for a number of keys, and for a number of bytes of these keys.
  mutating func reserveCapacity(_ count: Int, bytes byteCount: Int) {
    bytes.reserveCapacity(byteCount)
    ends.reserveCapacity(count)
  }

  /// Removes all keys without freeing the memory of the buffer.
  @usableFromInline
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    longest = 0
  }
}
