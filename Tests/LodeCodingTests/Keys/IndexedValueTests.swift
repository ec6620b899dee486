import Foundation
import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Values in entries of indexes have the bytes of Docs/Format/Indexes.md and their order")
struct IndexedValueTests {
  @Test func `each golden row's value has its bytes, and can be skipped`() throws {
    let rows = try goldenRows(page: "Indexes.md", heading: "Golden bytes", columns: 2)
    #expect(rows.count == 15)
    for row in rows {
      let value = try ArchiveValue(json: row[0])
      #expect(indexed(value) == bytes(hex: row[1]), "\(row[0])")
      #expect(try skipped(indexed(value) + [0x19, 0x05]) == indexed(value).count, "\(row[0])")
    }
  }

  @Test func `numbers of all types that are worth the same have the same bytes`() {
    let two: [ArchiveValue] = [.int(2), .uint(2), .float(2), .double(2), .decimal(2)]
    #expect(Set(two.map(indexed)).count == 1)
    #expect(indexed(.double(-0.0)) == indexed(.int(0)))
    #expect(indexed(.uint(1 << 63)) == indexed(.double(0x1p63)))
    #expect(indexed(.decimal(Decimal(string: "0.1") ?? 0)) == indexed(.double(0.1)))
  }

  @Test func `decimals lie between the integers that they lie between, however large`() {
    for base in ["0", "-7", "4611686018427387904", "-4611686018427387904", "9007199254740993"] {
      guard let integer = Int64(base) else { continue }
      let numbers: [ArchiveValue] = [
        .int(integer),
        .decimal(Decimal(integer) + Decimal(sign: .plus, exponent: -3, significand: 1)),
        .decimal(Decimal(integer) + Decimal(sign: .plus, exponent: -1, significand: 9)),
        .int(integer + 1),
      ]
      let bytes = numbers.map(indexed)
      for (left, right) in zip(bytes, bytes.dropFirst()) {
        #expect(left.span.byteOrder(right.span) < 0, "\(base)")
      }
    }
  }

  @Test func `what is not exact says so`() {
    var buffer = KeyBuffer()
    for value in [ArchiveValue.decimal(1), .double(0.1), .string("a"), .array([.int(1)])] {
      let isExact = buffer.appendIndexed(value)
      #expect(isExact, "\(value)")
    }
    let isExact = buffer.appendIndexed(.array([.decimal(Decimal(string: "0.1") ?? 0)]))
    #expect(!isExact)
  }

  @Test(.tags(.random))
  func `the bytes of random numbers order as the numbers do, ascending and descending`() throws {
    var generator = SeededGenerator()
    print("seed \(generator.seed)")
    for _ in 0..<20_000 {
      let (a, b) = (number(&generator), number(&generator))
      let order = indexed(a).span.byteOrder(indexed(b).span)
      #expect(order.signum() == compare(a, b), "\(a) \(b)")
      let turned = descending(a).span.byteOrder(descending(b).span)
      #expect(turned.signum() == -compare(a, b), "\(a) \(b)")
      #expect(try skipped(descending(a) + [0x19, 0x05]) == descending(a).count)
    }
  }

  @Test(.tags(.random))
  func `a double below 2^53 has the bytes of the decimal of its shortest text`() {
    var generator = SeededGenerator()
    print("seed \(generator.seed)")
    for _ in 0..<20_000 {
      let bits = UInt64.random(in: 0..<Double(0x1p53).bitPattern, using: &generator)
      let cents = Double(Int64.random(in: -2_000_000...2_000_000, using: &generator)) / 100
      for number in [Double(bitPattern: bits), -Double(bitPattern: bits), cents] {
        let value = ArchiveValue.double(number)
        #expect(indexed(value.besideDecimals) == indexed(value), "\(number)")
      }
    }
  }

  private func number(_ generator: inout SeededGenerator) -> ArchiveValue {
    let small = Int64.random(in: -3...3, using: &generator)
    return switch Int.random(in: 0..<6, using: &generator) {
    case 0: .int(small)
    case 1: .int(Int64.random(in: .min ... .max, using: &generator))
    case 2: .uint(UInt64.random(in: .min ... .max, using: &generator))
    case 3: .double(Double(small) + Double.random(in: -0.5...0.5, using: &generator))
    case 4:
      .double(
        Double(bitPattern: UInt64.random(in: 0..<(0x7FF0 << 48), using: &generator))
          * (small < 0 ? -1 : 1))
    default: .float(Float(small) / 4)
    }
  }

  /// The order by exact means.
  private func compare(_ a: ArchiveValue, _ b: ArchiveValue) -> Int {
    let (left, right) = (parts(a), parts(b))
    if left.integer != right.integer { return left.integer < right.integer ? -1 : 1 }
    if left.fraction != right.fraction { return left.fraction < right.fraction ? -1 : 1 }
    return 0
  }

  /// The integer below a number, as a double when that is beyond all integers, and the number
  /// itself when it has a fraction.
  private func parts(_ value: ArchiveValue) -> (integer: AnyInteger, fraction: Double) {
    switch value {
    case .int(let value): (AnyInteger(value), -.infinity)
    case .uint(let value): (AnyInteger(value), -.infinity)
    default:
      switch value.double ?? .nan {
      case let value where value == value.rounded(.down): (AnyInteger(value), -.infinity)
      case let value: (AnyInteger(value.rounded(.down)), value)
      }
    }
  }

  @Test func `damaged bytes are refused and never trap`() {
    let damaged: [[UInt8]] = [
      [], [0x0F, 1], [0x19], [0x19, 2, 0xFE], [0x40, 0x4F], [0x48, 0xE6], [0xFE],
    ]
    for bytes in damaged {
      #expect(throws: KeyError.self) { try skipped(bytes) }
    }
  }

  private func indexed(_ value: ArchiveValue) -> [UInt8] {
    var buffer = KeyBuffer()
    buffer.appendIndexed(value)
    return buffer.bytes.copied()
  }

  private func descending(_ value: ArchiveValue) -> [UInt8] {
    var buffer = KeyBuffer()
    buffer.append(KeyBuffer.descendingCode)
    buffer.appendIndexed(value)
    buffer.endDescending(from: 1)
    return buffer.bytes.copied()
  }

  private func skipped(_ bytes: [UInt8]) throws(KeyError) -> Int {
    var reader = KeyReader(bytes.span)
    try reader.skipIndexed()
    return reader.offset
  }
}

/// An integer of 64 bits, or a double beyond all of these.
private enum AnyInteger: Comparable {
  case below(Double)
  case integer(Int128)
  case above(Double)

  init(_ value: Int64) { self = .integer(Int128(value)) }
  init(_ value: UInt64) { self = .integer(Int128(value)) }
  init(_ value: Double) {
    self =
      value >= 0x1p64 ? .above(value) : value < -0x1p63 ? .below(value) : .integer(Int128(value))
  }
}
