import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Ranges hold the keys they name")
struct KeyRangeTests {
  private func holds(_ range: KeyRange, _ key: Key) -> Bool { holds(range, key.bytes) }

  private func holds(_ range: KeyRange, _ key: [UInt8]) -> Bool { range.contains(key.span) }

  @Test func `a tuple prefix holds whole elements only, at any length behind it`() {
    let range = KeyRange.under("a", 1)
    #expect(holds(range, Key("a", 1)) && holds(range, Key("a", 1, "z")))
    #expect(holds(range, Key("a", 1, Descending(Key()))))
    #expect(!holds(range, Key("a", 10)) && !holds(range, Key("a", 256)) && !holds(range, Key("a")))
    #expect(!holds(range, Key("aa", 1)))
    #expect(KeyRange.under() == .all && holds(.all, Key(1)))
  }

  @Test func `a prefix that ends in a string does not hold the string that goes on with NUL`() {
    #expect(!holds(.under("a"), Key("a\0")) && !holds(.under("a"), Key("a\0", 1)))
    #expect(holds(.under("a\0"), Key("a\0", 1)))
    #expect(!holds(.under(Descending("a")), Key(Descending("a\0"))))
    #expect(holds(.under(Descending("a")), Key(Descending("a"), 1)))
    #expect(!holds(.elements("A"..."a"), Key("a\0")))
    #expect(holds(.elements(above: "a"), Key("a\0")) && !holds(.elements(above: "a"), Key("a", 9)))
  }

  @Test
  func `a string prefix finds Oslo under Os, also behind other elements, and no other type`() {
    let range = KeyRange.prefix("Os")
    #expect(holds(range, Key("Os")) && holds(range, Key("Oslo")) && holds(range, Key("Oslo", 1)))
    #expect(holds(range, Key("Os\u{10FFFF}")) && holds(range, Key("Os\0")))
    #expect(!holds(range, Key("Ot")) && !holds(range, Key("O")) && !holds(range, Key("os")))
    let nested = KeyRange.prefix("x\0", after: Key(1))
    #expect(
      holds(nested, Key(1, "x\0y")) && !holds(nested, Key(1, "x")) && !holds(nested, Key(2, "x\0")))
    let everyString = KeyRange.prefix("")
    #expect(
      holds(everyString, Key("")) && !holds(everyString, Key(1))
        && !holds(everyString, Key([UInt8]())))
    let bytes = KeyRange.prefix([0xFF])
    #expect(holds(bytes, Key([UInt8]([0xFF, 0xFF]))) && !holds(bytes, Key([UInt8]([0xFE]))))
  }

  @Test func `element ranges keep to their bounds whatever follows the element`() {
    let oslo = Key("Oslo")
    let closed = KeyRange.elements(18...30, after: oslo)
    #expect(holds(closed, Key("Oslo", 18)) && holds(closed, Key("Oslo", 30, "x")))
    #expect(!holds(closed, Key("Oslo", 17, "x")) && !holds(closed, Key("Oslo", 31)))
    let half = KeyRange.elements(18..<30, after: oslo)
    #expect(holds(half, Key("Oslo", 29, "x")) && !holds(half, Key("Oslo", 30)))
    let from = KeyRange.elements(18..., after: oslo)
    #expect(holds(from, Key("Oslo", 1 << 60, 1)) && !holds(from, Key("Oslp", 20)))
    let upTo = KeyRange.elements(..<18, after: oslo)
    #expect(holds(upTo, Key("Oslo", -5)) && !holds(upTo, Key("Oslo", 18)) && !holds(upTo, oslo))
    let through = KeyRange.elements(...18, after: oslo)
    #expect(holds(through, Key("Oslo", 18, "x")) && !holds(through, Key("Oslo", 19)))
    let above = KeyRange.elements(above: 18, after: oslo)
    #expect(holds(above, Key("Oslo", 19)) && !holds(above, Key("Oslo", 18, "x")))
  }

  @Test func `ranges of keys go by byte order; an empty range holds nothing`() {
    #expect(holds(KeyRange(Key("a")..<Key("b")), Key("a", 9)))
    #expect(!holds(KeyRange(Key("a")..<Key("b")), Key("b")))
    #expect(holds(KeyRange("a"..."b"), Key("b")) && !holds(KeyRange("a"..."b"), Key("b", 1)))
    #expect(holds(KeyRange(Key(3)...), Key("x")) && !holds(KeyRange(Key(3)...), Key(2)))
    #expect(holds(KeyRange(..<Key(3)), Key(2)) && holds(KeyRange(...Key(3)), Key(3)))
    #expect(!holds(KeyRange(Key(3)..<Key(3)), Key(3)))
    #expect(!holds(KeyRange(lower: .included([9]), upper: .excluded([1])), Key(3)))
    #expect(holds(KeyRange(RawKey([1])..<RawKey([2])), [1, 255]))
  }

  @Test func `a raw prefix ends where its last byte below FF counts up`() {
    #expect(KeyRange.bytes(prefix: [1, 0xFF]).upper == .excluded([2]))
    #expect(KeyRange.bytes(prefix: [0xFF, 0xFF]).upper == .unbounded)
    #expect(KeyRange.bytes(prefix: []) == .all)
    #expect(holds(.bytes(prefix: [1]), [1]))
    #expect(!holds(.bytes(prefix: [1]), [2]))
  }

  @Test(.tags(.random))
  func `random prefixes hold exactly the keys that begin with their elements`() throws {
    let seed = SeededGenerator().seed
    var keys = RandomKeys(seed: seed)
    for _ in 0..<60 {
      let columns = keys.columns()
      let tuples = (0..<50).map { _ in keys.tuple(columns) }
      for prefix in tuples {
        let range = KeyRange.under(key: Key(components: prefix))
        for tuple in tuples {
          let begins =
            tuple.count >= prefix.count && valueOrder(Array(tuple[..<prefix.count]), prefix) == 0
          let found = holds(range, Key(components: tuple))
          try #require(found == begins, "LODE_SEED=\(seed) \(prefix) \(tuple)")
        }
      }
    }
  }

  @Test
  func `the range over stored keys loses no key, and is exact up to the head's length`() throws {
    let head = [UInt8](repeating: 7, count: 490)
    var keys: [[UInt8]] = []
    for tail in [[], [1], [7, 7], [9]] as [[UInt8]] {
      for length in [0, 1, 5, 6, 20, 21, 22, 40] {
        keys.append(head + tail + [UInt8](repeating: 7, count: length))
      }
    }
    for low in keys {
      for high in keys {
        for range in [
          KeyRange(lower: .included(low), upper: .excluded(high)),
          KeyRange(lower: .excluded(low), upper: .included(high)),
        ] {
          let stored = range.stored
          for key in keys {
            let isInside = range.contains(key.span)
            let form = StoredKey(key.span)
            let isFound = stored.range.contains(form.bytes)
            try #require(isFound || !isInside)
            if stored.isExact { try #require(isFound == isInside) }
          }
        }
      }
    }
  }
}
