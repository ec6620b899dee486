/// The location of a key inside a page.
struct KeyLocation {
  let page: PageBytes
  let range: Range<Int>
}

/// The order of the keys in a tree.
enum KeyOrder {
  /// Byte by byte from the first byte; a key comes before its extensions.
  case bytes
  /// Byte by byte from the last byte.
  case reversed
  /// Native unsigned integers of 4 or 8 bytes, all of one width.
  case integers

  /// The length of the longest key in stock LMDB 0.9.
  static let maximumKeyCount = 511

  init(_ flags: TreeFlags) {
    // LMDB checks the flags in this order.
    self =
      flags.contains(.reverseKey) ? .reversed : flags.contains(.integerKey) ? .integers : .bytes
  }

  /// Returns whether `lhs` comes before `rhs`; integers must have the same width.
  func precedes(_ lhs: KeyLocation, _ rhs: KeyLocation) -> Bool {
    precedes(lhs.page, lhs.range, rhs.page, rhs.range)
  }

  func precedes(
    _ left: PageBytes, _ leftRange: Range<Int>, _ right: PageBytes, _ rightRange: Range<Int>
  ) -> Bool {
    switch self {
    case .bytes:
      return left.precedes(leftRange, right, rightRange)
    case .integers where leftRange.count == 8:
      return left.uint64(at: leftRange.lowerBound) < right.uint64(at: rightRange.lowerBound)
    case .integers:
      return left.uint32(at: leftRange.lowerBound) < right.uint32(at: rightRange.lowerBound)
    case .reversed:
      var back = 1
      while back <= min(leftRange.count, rightRange.count) {
        let (a, b) = (left[leftRange.upperBound - back], right[rightRange.upperBound - back])
        if a != b { return a < b }
        back += 1
      }
      return leftRange.count < rightRange.count
    }
  }
}
