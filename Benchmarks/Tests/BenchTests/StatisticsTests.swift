import Testing

@testable import BenchHarness

@Suite("Statistics")
struct StatisticsTests {
  @Test("The median of an odd count is the middle sample, whatever the order")
  func oddMedian() throws {
    let summary = try #require(Summary([3, 1, 2]))
    #expect(summary.median == 2 && summary.min == 1 && summary.max == 3)
  }

  @Test("The median of an even count is the mean of the two in the middle")
  func evenMedian() throws {
    #expect(try #require(Summary([4, 1, 3, 2])).median == 2.5)
  }

  @Test("Nothing has no summary")
  func empty() { #expect(Summary([]) == nil) }

  @Test("A ratio is taken within rounds, so a slow round of both does not count")
  func pairedRatio() {
    let floor = sample("a", [10, 1_000, 10])
    let other = sample("b", [20, 2_000, 20])
    #expect(speedRatio(other, over: floor) == 0.5)
  }

  private func sample(_ engine: String, _ samples: [Double]) -> Measurement {
    Measurement(
      workload: "w", measure: "m", engine: engine, unit: .time, operations: 1, samples: samples)
  }
}

@Suite("Rows and digests")
struct RowsTests {
  @Test("The digest of rows does not depend on their order, and finds one changed byte")
  func digest() {
    var one = RowBuilder(), two = RowBuilder(), other = RowBuilder()
    for (key, value) in [("a", "first value"), ("b", "second"), ("c", "")] {
      one.append(key: key.utf8, value: value.utf8)
      other.append(key: key.utf8, value: value.replacing("first", with: "fIrst").utf8)
    }
    for (key, value) in [("c", ""), ("b", "second"), ("a", "first value")] {
      two.append(key: key.utf8, value: value.utf8)
    }
    #expect(one.rows().digest == two.rows().digest)
    #expect(one.rows().digest != other.rows().digest)
  }

  @Test("Sorted rows ascend by the bytes of their keys")
  func sorted() {
    let rows = Rows.random(count: 1_000, keySize: 16, valueSize: 10, seed: 1).sorted()
    let keys = (0..<rows.count).map { index in
      (0..<16).map { rows.key(index)[$0] }
    }
    for (a, b) in zip(keys, keys.dropFirst()) { #expect(a.lexicographicallyPrecedes(b)) }
  }

  @Test("Shares cover all rows once")
  func shares() {
    let rows = Rows.random(count: 1_001, keySize: 8, valueSize: 20, seed: 2)
    var digest = Digest()
    for index in 0..<7 { digest.add(rows.share(index, of: 7).digest) }
    #expect(digest == rows.digest)
  }

  @Test("A numbered row has the same value whichever list it is in")
  func numbered() {
    let all = Rows.numbered(0..<100, valueSize: 50, seed: 3)
    let some = Rows.numbered([7, 3], valueSize: 50, seed: 3)
    #expect(some.digest == all.picking([3, 7]).digest)
  }
}
