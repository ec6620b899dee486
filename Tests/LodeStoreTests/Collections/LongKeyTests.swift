import LodeCoding
import LodeStore
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Keys beyond LMDB's limit")
struct LongKeyTests {
  let fixture: TestStore
  let store: Store
  let head = [UInt8](repeating: 0x61, count: 495)

  init() throws {
    fixture = try TestStore()
    store = fixture.store
  }

  @Test(arguments: [494, 495, 496, 510, 511, 512, 513, 5_000, 65_535])
  func `a key of this many bytes is written, read, iterated and deleted`(count: Int) throws {
    var keys: [RawKey] = []
    for last in 0..<5 as Range<UInt8> {
      keys.append(RawKey([UInt8](repeating: 0x61, count: count - 1) + [last]))
    }
    for key in keys { try store["a"].insert(key.bytes, forKey: key) }
    for key in keys { expect(.duplicateKey) { try store["a"].insert(1, forKey: key) } }
    for key in keys { #expect(try store["a"].get(key) == key.bytes) }
    #expect(try Set(store["a"].keys().map(\.bytes)) == Set(keys.map(\.bytes)))
    #expect(try store["a"].keys(KeyRange(keys[1]...keys[3])).count == 3)
    #expect(try store["a"].update("new", forKey: keys[2]))
    #expect(try store["a"].get(keys[2]) == "new")
    #expect(try store["a"].delete(keys[2]))
    #expect(try !store["a"].delete(keys[2]))
    #expect(try store["a"].count == 4)
    #expect(try store.verify().isSound)
  }

  @Test func `long keys are ordered by their heads among short ones`() throws {
    let tails: [[UInt8]] = [[1], [2], [3]].map { $0 + [UInt8](repeating: 9, count: 700) }
    for tail in tails { try store["a"].put(1, forKey: RawKey(tail)) }
    try store["a"].put(1, forKey: RawKey([2]))
    try store["a"].put(1, forKey: RawKey([2, 10]))
    let firsts = try store["a"].keys().map { Array($0.bytes.prefix(2)) }
    #expect(firsts == [[1, 9], [2], [2, 9], [2, 10], [3, 9]])
  }

  @Test(.tags(.random))
  func `ranges hold exactly their keys, short and long, that share a head`() throws {
    var generator = SeededGenerator()
    print("seed \(generator.seed)")
    var keys: Set<[UInt8]> = []
    for _ in 0..<300 {
      let count = Int.random(in: 0...30, using: &generator)
      keys.insert(head + (0..<count).map { _ in UInt8.random(in: 0...3, using: &generator) })
    }
    try store.write { transaction in
      for key in keys { try transaction["a"].put(1, forKey: RawKey(key)) }
    }
    for _ in 0..<200 {
      let bounds = (0..<2).map { _ in
        head
          + (0..<Int.random(in: 0...30, using: &generator)).map { _ in
            UInt8.random(in: 0...3, using: &generator)
          }
      }
      let range = KeyRange(
        lower: Bool.random(using: &generator) ? .included(bounds[0]) : .excluded(bounds[0]),
        upper: Bool.random(using: &generator) ? .included(bounds[1]) : .excluded(bounds[1]))
      let expected = keys.filter { range.contains($0.span) }
      #expect(try Set(store["a"].keys(range).map(\.bytes)) == expected)
      #expect(try Set(store["a"].keys(range, reversed: true).map(\.bytes)) == expected)
    }
  }
}
