import Foundation
import LodeCoding
import LodeTestSupport

/// Random key elements, mostly at the edges where orders go wrong.
struct RandomKeys {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// What one place of a tuple holds throughout a pool of keys, so that like meets like.
  struct Column {
    let kind: Int
    let isDescending: Bool
  }

  static let kinds = 12

  mutating func columns() -> [Column] {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in
      Column(
        kind: Int.random(in: 0...Self.kinds, using: &random), isDescending: .random(using: &random))
    }
  }

  /// A tuple of the first of `columns`, seldom with an element of another kind.
  mutating func tuple(_ columns: [Column]) -> [KeyComponent] {
    let count =
      Bool.random(using: &random)
      ? columns.count : Int.random(in: 1...columns.count, using: &random)
    return columns[..<count].map { column in
      let stray = Int.random(in: 0..<16, using: &random) == 0
      let value = element(stray ? Self.kinds : column.kind, depth: 2)
      return column.isDescending && !stray ? .descending(value) : value
    }
  }

  mutating func element(depth: Int) -> KeyComponent { element(Self.kinds, depth: depth) }

  private mutating func element(_ kind: Int, depth: Int) -> KeyComponent {
    switch kind {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2: return integer()
    case 3: return .float(Float(double()))
    case 4: return .double(double())
    case 5: return .string(text())
    case 6: return .bytes(bytes())
    case 7: return .date(Date(timeIntervalSinceReferenceDate: double()))
    case 8: return .uuid(uuid())
    case 9 where depth > 0:
      return .tuple(
        (0..<Int.random(in: 0...3, using: &random)).map { _ in element(depth: depth - 1) })
    case 10 where depth > 0: return .descending(element(depth: depth - 1))
    case 11: return .partition(text())
    default: return element(Int.random(in: 0..<Self.kinds, using: &random), depth: depth - 1)
    }
  }

  private mutating func integer() -> KeyComponent {
    let shift = UInt64.random(in: 0..<64, using: &random)
    let near = (UInt64(1) << shift) &+ UInt64.random(in: 0...2, using: &random) &- 1
    let magnitude = Bool.random(using: &random) ? near : random.next() >> shift
    if magnitude > UInt64(Int64.max) {
      return Bool.random(using: &random) ? .uint(magnitude) : .int(.min)
    }
    return .int(Bool.random(using: &random) ? Int64(magnitude) : -Int64(magnitude))
  }

  private mutating func double() -> Double {
    let edges: [Double] = [
      0, 1, -1, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
      .greatestFiniteMagnitude, 0.1, 1e16, 785_000_000.125,
    ]
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return edges.randomElement(using: &random) ?? 0
    case 1: return Double.random(in: -1e9...1e9, using: &random)
    default:
      let value = Double(bitPattern: random.next())
      return value.isNaN ? .nan : value
    }
  }

  private mutating func text() -> String {
    let scalars: [Unicode.Scalar] = [
      "\0", "\u{1}", "a", "b", "\"", "\\", "\n", "\u{7F}", "\u{E9}", "e", "\u{301}", "\u{FFFF}",
      "\u{1F600}", "\u{10FFFF}",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      text.append(scalars.randomElement(using: &random) ?? "a")
    }
    return String(text)
  }

  private mutating func bytes() -> [UInt8] {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in
      [0, 0, 1, 0x7F, 0xFE, 0xFF].randomElement(using: &random) ?? 0
    }
  }

  private mutating func uuid() -> UUID {
    let pick = { (random: inout SeededGenerator) -> UInt8 in
      [0, 1, 0x80, 0xFF].randomElement(using: &random) ?? 0
    }
    let (a, b, c) = (pick(&random), pick(&random), pick(&random))
    return UUID(uuid: (a, 0, 0, 0, 0, 0, 0, b, c, 0, 0, 0, 0, 0, 0, a))
  }
}
