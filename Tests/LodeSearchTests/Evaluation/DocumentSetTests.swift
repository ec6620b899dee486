import LodeSearch
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Documents that are found, and how often")
struct DocumentSetTests {
  /// Limits below and above those from which on memory is saved, and how many documents there are.
  private static let shapes: [(limit: UInt32, count: Int)] = [
    (1, 1), (64, 100), (100_000, 5_000), (1 << 20, 10), (1 << 20 + 1, 10), (2_000_000, 300_000),
    (1 << 23 + 1, 500), (10_000_000, 400_000), (.max, 3_000),
  ]

  @Test(.tags(.random), arguments: shapes)
  func `are the same however great numbers are, and however many there are`(
    _ limit: UInt32, _ count: Int
  ) {
    var random = SeededGenerator()
    var (set, sums) = (DocumentSet(limit: limit), DocumentSums(limit: limit))
    var expected: [UInt32: UInt32] = [:]
    var left = count
    while left > 0 {
      // A block, as damage may have it: with a document beyond the limit.
      let documents = (0..<min(left, 100)).map { _ in UInt32.random(in: 0..<limit, using: &random) }
      let frequencies = documents.map { _ in UInt32.random(in: 1...3, using: &random) }
      left -= documents.count
      for (document, frequency) in zip(documents, frequencies) {
        expected[document, default: 0] += frequency
      }
      set.insert(documents + (limit < .max - 64 ? [limit + 64, .max] : []))
      sums.add(documents + [.max], frequencies + [1])
    }
    let keys = expected.keys.sorted()
    #expect(set.count == keys.count)
    #expect(set.documents == keys)
    var found: [UInt32] = []
    var isRight = true
    sums.forEach { document, sum in
      found.append(document)
      isRight = isRight && expected[document] == sum
    }
    #expect(found == keys && isRight)
  }

  @Test func `that are none are none`() {
    for limit in [0, 1, UInt32.max] {
      let set = DocumentSet(limit: limit)
      #expect(set.count == 0 && set.documents.isEmpty)
      var count = 0
      DocumentSums(limit: limit).forEach { _, _ in count += 1 }
      #expect(count == 0)
    }
  }
}
