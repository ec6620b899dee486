/// A sparse set of page numbers, with one bit for each number.
///
/// A damaged file may contain any page number up to the end of its map, so an empty set must be
/// small. Each range of 65,536 pages with a member takes 8 KiB.
struct PageSet {
  private static let chunkSize = 1 << 16
  /// The bits of each range of pages; empty for a range without members.
  private var chunks: [[UInt64]]
  /// The number of members.
  private(set) var count: UInt64 = 0

  /// Creates an empty set for numbers up to `last`, which is below 2^38.
  init(upTo last: UInt64) {
    chunks = Array(repeating: [], count: Int(last) / Self.chunkSize + 1)
  }

  /// Returns whether a number is a member; `false` for a number above the set's last number.
  func contains(_ number: UInt64) -> Bool {
    let index = Int(number) / Self.chunkSize
    guard index < chunks.count, !chunks[index].isEmpty else { return false }
    let (word, bit) = (Int(number) % Self.chunkSize / 64, UInt64(number % 64))
    return chunks[index][word] >> bit & 1 != 0
  }

  /// Inserts the `count` numbers from `first`, and returns whether all numbers were new.
  ///
  /// No number may exceed the set's last number. If a number is already a member, the set may
  /// afterwards contain some of the other numbers.
  mutating func insert(first: UInt64, count: UInt64 = 1) -> Bool {
    var number = Int(first)
    let end = number + Int(count)
    while number < end {
      let index = number / Self.chunkSize
      let word = number % Self.chunkSize / 64
      let bit = number % 64
      let taken = min(64 - bit, end - number)
      let mask = (UInt64.max >> UInt64(64 - taken)) << UInt64(bit)
      if chunks[index].isEmpty {
        chunks[index] = Array(repeating: 0, count: Self.chunkSize / 64)
      }
      if chunks[index][word] & mask != 0 { return false }
      chunks[index][word] |= mask
      self.count += UInt64(taken)
      number += taken
    }
    return true
  }

  /// Inserts the members of a set with the same last number, and returns a number that both sets
  /// contain.
  ///
  /// Returns `nil` if the sets have no common number. If the sets have a common number, some
  /// members may be missing afterwards.
  mutating func insert(_ other: PageSet) -> UInt64? {
    for index in chunks.indices where !other.chunks[index].isEmpty {
      if chunks[index].isEmpty {
        chunks[index] = other.chunks[index]
        continue
      }
      for word in chunks[index].indices {
        let common = chunks[index][word] & other.chunks[index][word]
        if common != 0 {
          return UInt64(index * Self.chunkSize + word * 64 + common.trailingZeroBitCount)
        }
        chunks[index][word] |= other.chunks[index][word]
      }
    }
    count += other.count
    return nil
  }
}
