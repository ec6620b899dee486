import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeLMDB

@Suite("Key order is LMDB's", .tags(.random))
struct KeyOrderTests {
  @Test(arguments: [TreeFlags([]), .reverseKey, .integerKey])
  func `random keys compare as mdb_cmp compares them`(flags: TreeFlags) throws {
    let order = KeyOrder(flags)
    var random = SeededGenerator()
    print("KeyOrderTests.random: LODE_SEED=\(random.seed)")
    let directory = try TemporaryDirectory()
    let environment = try RawEnvironment(path: directory.file("data.mdb"))
    try environment.write { txn in
      let table = try txn.table("t", flags: Int32(flags.rawValue))
      for _ in 0..<2000 {
        let count = flags == .integerKey ? (Bool.random(using: &random) ? 4 : 8) : 0
        let left = randomKey(count, &random)
        let right = randomKey(count, &random)
        let ours = order.precedes(place(left), place(right))
        #expect(ours == (txn.compare(table, left, right) < 0), "\(left) and \(right)")
      }
    }
  }

  /// Keys of few letters and widths, so that many begin or end alike.
  private func randomKey(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
    let count = count == 0 ? Int.random(in: 1...6, using: &random) : count
    return (0..<count).map { _ in [0, 1, 127, 128, 255].randomElement(using: &random) ?? 0 }
  }

  private func place(_ key: [UInt8]) -> KeyLocation<PageBytes> {
    // Off by one, so that the loads are not aligned.
    KeyLocation(page: PageBytes([9] + key), range: 1..<1 + key.count)
  }
}
