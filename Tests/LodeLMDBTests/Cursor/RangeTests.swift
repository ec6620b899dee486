import LodeLMDB
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Ranges")
struct RangeTests {
  let directory: TemporaryDirectory
  let environment: Environment
  let table: Table

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment(path: directory.file("store"))
    table = try environment.table("t")
  }

  private func keys(_ range: ByteRange, reversed: Bool = false, limit: Int = .max) throws
    -> [String]
  {
    try environment.read { transaction in
      var keys: [String] = []
      try transaction.forEach(in: table, range: range, reversed: reversed) { entry in
        keys.append(String(decoding: Array(copying: entry.key), as: UTF8.self))
        return keys.count < limit
      }
      return keys
    }
  }

  @Test func `ranges: bounds may be in, out or absent, in both directions, and a walk can stop`()
    throws
  {
    for key in ["a", "b", "c", "d"] { try environment.put(key, "", in: table) }
    func bound(_ key: String) -> [UInt8] { key.bytes }
    #expect(try keys(.all) == ["a", "b", "c", "d"])
    #expect(try keys(.all, reversed: true) == ["d", "c", "b", "a"])
    #expect(try keys(.all, limit: 2) == ["a", "b"])
    #expect(try keys(.all, reversed: true, limit: 1) == ["d"])
    #expect(try keys(ByteRange(lower: .included(bound("b")))) == ["b", "c", "d"])
    #expect(try keys(ByteRange(lower: .excluded(bound("b")))) == ["c", "d"])
    #expect(try keys(ByteRange(upper: .included(bound("b")))) == ["a", "b"])
    #expect(try keys(ByteRange(upper: .excluded(bound("b")))) == ["a"])
    let inner = ByteRange(lower: .excluded(bound("a")), upper: .excluded(bound("d")))
    #expect(try keys(inner) == ["b", "c"])
    #expect(try keys(inner, reversed: true) == ["c", "b"])
    let inverted = ByteRange(lower: .included(bound("c")), upper: .included(bound("b")))
    #expect(try keys(inverted).isEmpty)
    #expect(try keys(inverted, reversed: true).isEmpty)
    #expect(try keys(ByteRange(lower: .included([]), upper: .included([]))).isEmpty)
    #expect(try keys(ByteRange(lower: .included(bound("e")))).isEmpty)
    #expect(try keys(ByteRange(upper: .excluded(bound("a"))), reversed: true).isEmpty)
  }

  @Test func `ranges: a prefix takes its extensions and itself, and bytes of 255 too`() throws {
    let raw: [[UInt8]] = [
      [1], [1, 0], [1, 255], [1, 255, 255], [2], [255], [255, 255], [255, 255, 1],
    ]
    let nothing: [UInt8] = []
    try environment.write { transaction in
      for key in raw { try transaction.put(nothing.span, forKey: key.span, in: table) }
    }
    func found(_ prefix: [UInt8], _ reversed: Bool) throws -> [[UInt8]] {
      try environment.read { transaction in
        var keys: [[UInt8]] = []
        try transaction.forEach(in: table, range: .prefix(prefix.span), reversed: reversed) {
          keys.append(Array(copying: $0.key))
          return true
        }
        return keys
      }
    }
    for prefix in raw + [[], [3], [1, 1], [255, 255, 255]] {
      let expected = raw.filter { $0.starts(with: prefix) }
      #expect(try found(prefix, false) == expected)
      #expect(try found(prefix, true) == expected.reversed())
    }
  }

  @Test(.tags(.random))
  func `ranges: random ones over random keys agree with a sorted array`() throws {
    var generator = SeededGenerator()
    func randomKey() -> [UInt8] {
      let size = Int.random(in: 1...4, using: &generator)
      return (0..<size).map { _ in [0, 1, 127, 128, 254, 255].randomElement(using: &generator) ?? 0
      }
    }
    let stored = Set((0..<300).map { _ in randomKey() }).sorted { $0.lexicographicallyPrecedes($1) }
    try environment.write { transaction in
      for key in stored { try transaction.put(key.span, forKey: key.span, in: table) }
    }
    func randomBound() -> ByteRange.Bound {
      var key = randomKey()
      if Int.random(in: 0..<10, using: &generator) == 0 { key = [] }
      if Int.random(in: 0..<10, using: &generator) == 0 {
        key += [UInt8](repeating: 255, count: 600)
      }
      return [.unbounded, .included(key), .excluded(key)].randomElement(using: &generator)
        ?? .unbounded
    }
    try environment.read { transaction in
      for _ in 0..<3000 {
        let range = ByteRange(lower: randomBound(), upper: randomBound())
        let reversed = Bool.random(using: &generator)
        var seen: [[UInt8]] = []
        try transaction.forEach(in: table, range: range, reversed: reversed) { entry in
          seen.append(Array(copying: entry.value))
          return true
        }
        let expected = stored.filter { inside($0, range) }
        #expect(seen == (reversed ? expected.reversed() : expected), "seed \(generator.seed)")
      }
    }
  }

  /// What the range says, told without its own code.
  private func inside(_ key: [UInt8], _ range: ByteRange) -> Bool {
    let aboveLower =
      switch range.lower {
      case .unbounded: true
      case .included(let bound): !key.lexicographicallyPrecedes(bound)
      case .excluded(let bound): bound.lexicographicallyPrecedes(key)
      }
    let belowUpper =
      switch range.upper {
      case .unbounded: true
      case .included(let bound): !bound.lexicographicallyPrecedes(key)
      case .excluded(let bound): key.lexicographicallyPrecedes(bound)
      }
    return aboveLower && belowUpper
  }

  @Test func `ranges: an error of the body ends the walk and comes out as it is`() throws {
    try environment.put("a", "", in: table)
    #expect(throws: Stop.self) {
      try environment.read { transaction in
        try transaction.forEach(in: table) { _ in throw Stop() }
      }
    }
  }
}
