import Testing

@testable import LodeStore

/// A batch that is too large delays other writes, and small batches take much longer in total.
@Suite("The batches of an index build grow while no other write waits")
struct BuildBatchSizeTests {
  @Test func `from the smallest size on, the size doubles`() {
    var size = BuildBatchSize.smallest
    #expect(size.factor == 1)
    for factor in [2, 4, 8, 16] {
      size.note(othersWait: false)
      #expect(size.factor == factor)
    }
  }

  @Test func `the largest size does not grow, and waiting writes make it small`() {
    var size = BuildBatchSize.largest
    #expect(size.factor == 1_024)
    size.note(othersWait: false)
    #expect(size.factor == 1_024)
    size.note(othersWait: true)
    #expect(size.factor == 1)
  }
}
