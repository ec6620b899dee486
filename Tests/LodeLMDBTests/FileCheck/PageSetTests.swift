import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeLMDB

@Suite("A page set keeps each number once")
struct PageSetTests {
  @Test(.tags(.random)) func `runs across words and stretches behave as in a plain set`() {
    var random = SeededGenerator()
    print("PageSetTests.model: LODE_SEED=\(random.seed)")
    for _ in 0..<20 {
      var set = PageSet(upTo: 200_000)
      var model = Set<UInt64>()
      for _ in 0..<40 {
        let first = UInt64.random(in: 0...199_000, using: &random)
        let count = UInt64.random(in: 1...1000, using: &random)
        let run = first..<first + count
        let isFree = model.isDisjoint(with: run)
        let added = set.insert(first: first, count: count)
        #expect(added == isFree)
        // After a refusal the check ends, so what the set holds then means nothing.
        guard isFree else { break }
        model.formUnion(run)
        #expect(set.count == UInt64(model.count))
      }
    }
  }

  @Test func `a set takes the members of another set, and names a common member`() {
    var (left, right) = (PageSet(upTo: 200_000), PageSet(upTo: 200_000))
    _ = left.insert(first: 60, count: 10)
    _ = right.insert(first: 70, count: 130_000)
    let common = left.insert(right)
    #expect(common == nil)
    #expect(left.count == 130_010)
    #expect(left.contains(60) && left.contains(130_069) && !left.contains(130_070))
    var third = PageSet(upTo: 200_000)
    _ = third.insert(first: 130_069, count: 5)
    let found = left.insert(third)
    #expect(found == 130_069)
  }

  @Test func `the largest number a file can name costs little memory`() {
    var set = PageSet(upTo: 1 << 34)
    let added = set.insert(first: 1 << 34)
    let addedAgain = set.insert(first: (1 << 34) - 1, count: 2)
    #expect(added)
    #expect(!addedAgain)
  }
}
