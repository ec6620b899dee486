import Testing

@testable import LodeStore

/// A batch that is too large delays other writes, and small batches take much longer in total.
@Suite("The batches of an index build grow while no other write waits")
struct BuildBatchSizeTests {
  @Test func `in a small collection, the first batch is small`() {
    var size = BuildBatchSize(rowCount: 99_999)
    #expect(size.factor == 1)
    for factor in [2, 4, 8, 16] {
      size.note(othersWait: false)
      #expect(size.factor == factor)
    }
  }

  @Test func `in a large collection, the first batch is large, and waiting writes make it small`() {
    var size = BuildBatchSize(rowCount: 100_000)
    #expect(size.factor == 1_024)
    size.note(othersWait: false)
    #expect(size.factor == 1_024)
    size.note(othersWait: true)
    #expect(size.factor == 1)
  }
}
