/// A set of columns of a full-text index, by number.
///
/// A full-text index has at most 256 columns. The numbers begin at 0.
struct ColumnSet: Hashable, Sendable {
  private var bits = SIMD4<UInt64>()

  init() {}

  /// Creates the set of the first `count` columns.
  init(first count: Int) {
    for column in 0..<min(count, 256) { insert(column) }
  }

  mutating func insert(_ column: Int) { bits[column >> 6] |= 1 << UInt64(column & 63) }

  func contains(_ column: Int) -> Bool { bits[column >> 6] & 1 << UInt64(column & 63) != 0 }

  var isEmpty: Bool { bits == SIMD4() }

  func intersection(_ other: ColumnSet) -> ColumnSet {
    var result = self
    result.bits &= other.bits
    return result
  }

  func subtracting(_ other: ColumnSet) -> ColumnSet {
    var result = self
    result.bits &= ~other.bits
    return result
  }

  /// The mask of the columns, as in the header of a block of postings.
  ///
  /// The lowest bit represents column 0. The highest bit represents column 7 and all later columns.
  var blockMask: UInt8 {
    var mask = UInt8(truncatingIfNeeded: bits[0] & 0x7F)
    if bits[0] >> 7 != 0 || bits[1] | bits[2] | bits[3] != 0 { mask |= 0x80 }
    return mask
  }
}
