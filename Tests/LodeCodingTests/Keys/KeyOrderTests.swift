import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Byte order is value order")
struct KeyOrderTests {
  static let seed = SeededGenerator().seed

  private func order(of left: [UInt8], _ right: [UInt8]) -> Int { left.span.byteOrder(right.span) }

  /// At full effort, 48 pools of 300 keys: 2,152,800 pairs in all.
  @Test(.tags(.random), arguments: 0..<rounds(48))
  func `random pairs of tuples order as their Swift values do`(pool: Int) throws {
    let seed = Self.seed &+ UInt64(pool)
    var keys = RandomKeys(seed: seed)
    let columns = keys.columns()
    let tuples = (0..<300).map { _ in keys.tuple(columns) }
    let encoded = tuples.map { Key(components: $0).bytes }
    var wrong: [String] = []
    for i in tuples.indices {
      for j in 0..<i {
        let expected = valueOrder(tuples[i], tuples[j]).signum()
        let found = order(of: encoded[i], encoded[j]).signum()
        if expected != found { wrong.append("\(tuples[i]) \(tuples[j]): \(found)") }
      }
    }
    #expect(wrong.isEmpty, "LODE_SEED=\(Self.seed), pool \(pool): \(wrong.prefix(3))")
  }

  @Test func `each component of a tuple is ascending or descending by itself`() {
    let rows = [("a", 2, true), ("a", 1, true), ("b", 3, false), ("b", 3, true), ("b", -3, false)]
    func sorted(_ key: ((String, Int, Bool)) -> Key) -> [Int] {
      rows.indices.sorted { key(rows[$0]) < key(rows[$1]) }
    }
    #expect(sorted { Key($0.0, $0.1, $0.2) } == [1, 0, 4, 2, 3])
    #expect(sorted { Key($0.0, Descending($0.1), $0.2) } == [0, 1, 2, 3, 4])
    #expect(sorted { Key(Descending($0.0), $0.1, $0.2) } == [4, 2, 3, 1, 0])
    #expect(
      sorted { Key(Descending($0.0), Descending($0.1), Descending($0.2)) } == [3, 2, 4, 0, 1])
    #expect(sorted { Key($0.0, $0.1, Descending($0.2)) } == [1, 0, 4, 3, 2])
  }

  @Test(.tags(.random))
  func `random keys decode to elements that encode to the same bytes, and so do their literals`()
    throws
  {
    var keys = RandomKeys(seed: Self.seed)
    for _ in 0..<rounds(40_000) {
      let tuple = keys.tuple(keys.columns())
      let key = Key(components: tuple)
      let seed: Comment = "LODE_SEED=\(Self.seed) \(key)"
      let elements = try key.elements
      try #require(valueOrder(elements, tuple) == 0, seed)
      try #require(Key(components: elements) == key, seed)
      try #require(try Key(encoded: key.bytes.span) == key, seed)
      try #require(try Key(parsing: key.literal) == key, seed)
    }
  }

  @Test(.tags(.random))
  func `spans compare as a byte-by-byte comparison does, at every length and difference`() {
    var random = SeededGenerator(seed: Self.seed)
    for _ in 0..<20_000 {
      let left = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        UInt8.random(in: 0...1, using: &random)
      }
      var right = left
      if let index = right.indices.randomElement(using: &random) {
        right[index] = .random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) { right.append(0) }
      let found = left.span.byteOrder(right.span)
      #expect((found < 0) == left.lexicographicallyPrecedes(right), "LODE_SEED=\(Self.seed)")
      #expect((found == 0) == (left == right), "LODE_SEED=\(Self.seed)")
    }
  }

  @Test
  func `typed values order as their bytes do: all Int16, and neighbours of every power of two`() {
    let all = (Int16.min...Int16.max).map { Key($0) }
    #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 })
    let powers = (0..<63).flatMap { shift in (-1...1).map { (Int64(1) << Int64(shift)) + $0 } }
    let sorted = Set(powers + powers.map { -$0 } + [.min, .max]).sorted().map { Key($0) }
    #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $0 < $1 })
    #expect(Key(Int64.max) < Key(UInt64(Int64.max) + 1) && Key(Int64.min) < Key(UInt64.max))
  }

  @Test func `every NaN is one key, behind infinity`() throws {
    let odd = [Double(nan: 1, signaling: false), -Double.nan, .signalingNaN]
    for value in odd { #expect(Key(value) == Key(Double.nan)) }
    #expect(Key(Float.infinity) < Key(Float.nan) && Key(-Float.nan) == Key(Float.nan))
    #expect(Key(Double.infinity) < Key(Double.nan) && Key(-0.5) < Key(0.0))
    #expect(try Key(Double.nan).decode(Double.self).isNaN)
  }
}
