/// A set of page numbers, one bit each, with room made only where numbers are.
///
/// A damaged file may name any page up to the end of its map, so an empty set has to be small: 8
/// KiB are spent on each stretch of 65,536 pages in which at least one is a member.
struct PageSet {
  private static let stretch = 1 << 16
  private var stretches: [[UInt64]]
  /// How many numbers are members.
  private(set) var count: UInt64 = 0

  /// Creates an empty set of numbers up to `last`, which is below 2^38.
  init(upTo last: UInt64) {
    stretches = Array(repeating: [], count: Int(last) / Self.stretch + 1)
  }

  /// Adds the `count` numbers from `first` on; answers `false` and stops at the first that is a
  /// member.
  mutating func insert(first: UInt64, count: UInt64 = 1) -> Bool {
    var number = Int(first)
    let end = number + Int(count)
    while number < end {
      let index = number / Self.stretch
      let word = number % Self.stretch / 64
      let bit = number % 64
      let taken = min(64 - bit, end - number)
      let mask = (UInt64.max >> UInt64(64 - taken)) << UInt64(bit)
      if stretches[index].isEmpty {
        stretches[index] = Array(repeating: 0, count: Self.stretch / 64)
      }
      if stretches[index][word] & mask != 0 { return false }
      stretches[index][word] |= mask
      self.count += UInt64(taken)
      number += taken
    }
    return true
  }
}
