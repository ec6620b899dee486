/// A key inside a page.
struct KeyLocation<Page: PageContents> {
  let page: Page
  let range: Range<Int>
}

extension KeyLocation: Sendable where Page: Sendable {}

/// The order of the keys in a tree.
enum KeyOrder {
  /// Byte by byte from the first byte; a key comes before longer keys that begin with the key.
  case bytes
  /// Byte by byte from the last byte; a key comes before longer keys that end with the key.
  case reversed
  /// As unsigned integers in the machine's byte order, all of 4 bytes or all of 8 bytes.
  case integers

  init(_ flags: TreeFlags) {
    // If both flags are set, LMDB uses the reversed order.
    self =
      flags.contains(.reverseKey) ? .reversed : flags.contains(.integerKey) ? .integers : .bytes
  }

  /// Returns whether `lhs` sorts before `rhs`; integers must have the same width.
  func precedes<Page>(_ lhs: KeyLocation<Page>, _ rhs: KeyLocation<Page>) -> Bool {
    precedes(lhs.page, lhs.range, rhs.page, rhs.range)
  }

  @inline(__always)
  func precedes<Page: PageContents>(
    _ left: Page, _ leftRange: Range<Int>, _ right: Page, _ rightRange: Range<Int>
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
