import Foundation
import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Values of all kinds have one order")
struct ValueComparisonTests {
  private func sign(_ a: ArchiveValue, _ b: ArchiveValue) -> Int { a.order(b).signum() }

  private static func decimal(_ text: String) -> ArchiveValue {
    Decimal(string: text).map(ArchiveValue.decimal) ?? .null
  }

  private static func uuid(_ text: String) -> ArchiveValue {
    UUID(uuidString: text).map(ArchiveValue.uuid) ?? .null
  }

  private static let ascending: [ArchiveValue] = [
    .null, false, true, .double(-.infinity), .int(.min), -1, .double(-0.5), 0, .float(0.5), 1,
    decimal("1.1"), .double(1.1), .int(1 << 53), .int(1 << 53 + 1),
    .int(.max), .double(0x1p63), .uint(1 << 63 + 1), .uint(.max), .double(0x1p64),
    decimal("1e60"), .double(.infinity), .double(.nan), "", "B", "a", "ab", "ä",
    .data(Data()), .data(Data([1])), .data(Data([1, 0])), .data(Data([2])),
    .date(Date(timeIntervalSinceReferenceDate: -1)), .date(Date(timeIntervalSinceReferenceDate: 1)),
    uuid("00000000-0000-0000-0000-00000000000F"),
    uuid("A0000000-0000-0000-0000-000000000000"),
    [], [1], [1, 1], [2], .dictionary([:]),
  ]

  @Test func `each value of a list in order comes before all behind it`() {
    for (i, a) in Self.ascending.enumerated() {
      for (j, b) in Self.ascending.enumerated() {
        #expect(sign(a, b) == (i - j).signum(), "\(a) \(b)")
        #expect(sign(.typed(.any, a), b) == (i - j).signum(), "\(a) \(b)")
      }
    }
  }

  @Test func `numbers of other kinds that are worth the same are the same`() {
    let equal: [[ArchiveValue]] = [
      [0, .uint(0), .double(0), .double(-0.0), .float(0), .decimal(0)],
      [.int(1 << 60), .uint(1 << 60), .double(0x1p60), .decimal(Decimal(1 << 60))],
      [.double(0.5), .float(0.5), .decimal(Decimal(string: "0.50")!)],
      [.double(.nan), .float(.nan), .decimal(.nan)],
      [.int(-7), .double(-7), .float(-7), .decimal(-7)],
    ]
    for group in equal {
      for a in group { for b in group { #expect(sign(a, b) == 0, "\(a) \(b)") } }
    }
  }

  @Test(.tags(.random))
  func
    `the order of random numbers agrees with itself: what is behind another is behind all before that`()
  {
    var random = SeededGenerator()
    for _ in 0..<300 {
      var numbers = (0..<6).map { _ in number(&random) }
      numbers.sort { $0.order($1) < 0 }
      for (i, a) in numbers.enumerated() {
        for b in numbers[i...] { #expect(sign(a, b) <= 0, "seed \(random.seed): \(a) \(b)") }
      }
    }
  }

  /// Numbers near to each other, so that they often differ in the last bit only.
  private func number(_ random: inout SeededGenerator) -> ArchiveValue {
    let base = Double(Int.random(in: -2...2, using: &random)) * 0x1p53 + 0.1
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return .int(Int64(base) + Int64.random(in: -2...2, using: &random))
    case 1: return .double(base.nextUp)
    case 2:
      return Self.decimal("\(Int64(base)).\(UInt8.random(in: 0...99, using: &random))")
    case 3: return .uint(UInt64(base.magnitude))
    default: return .float(Float(base))
    }
  }
}
