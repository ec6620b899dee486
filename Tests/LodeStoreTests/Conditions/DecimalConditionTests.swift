import Foundation
import LodeCoding
import LodeStore
import LodeTestSupport
import Testing

@Suite("Written numbers and decimals")
struct DecimalConditionTests {
  private static let price = ArchiveValue.decimal(
    Decimal(sign: .plus, exponent: -2, significand: 999))

  /// The answer of a condition's values, and that of the same condition for a stored row.
  private func answers(_ text: String, _ parameters: ConditionParameters = []) throws -> [Bool?] {
    try answers(text, parameters, of: ["d": Self.price])
  }

  private func answers(
    _ text: String, _ parameters: ConditionParameters = [], of row: [String: ArchiveValue]
  ) throws -> [Bool?] {
    let condition = try Condition(parsing: text, parameters: parameters)
    let directory = try TemporaryDirectory()
    let store = try Store(directory.file("s"))
    try store["rows"].put(ArchiveValue.dictionary(row.asValue), forKey: 1)
    let stored: Bool? = try store.read { transaction in
      let access = transaction.access(to: "rows")
      var ready = try RowCondition(condition)
      var answer: Bool?
      try access.scan { found in
        answer = try ready.isMet(by: found.content, key: found.keyBytes, in: access)
        return .next
      }
      return answer
    }
    return [try condition.evaluate { row[$0.names[0]] }, stored]
  }

  // Prices are decimals. Nobody found a product by its price.
  @Test(arguments: [
    "d = 9.99", "d = '9.99'", "d IN (9.99)", "d IN (1, '9.99')", "d >= 9.99 AND d < 10",
    "d BETWEEN 9.99 AND 9.99", "NOT d != 9.99", "NOT d > 9.99", "NOT d < '9.99'", "9.99 = d",
    "d = 9.990", "d = 999e-2", "d = JSON '{\"$decimal\":\"9.99\"}'", "d * 2 = 19.98",
    "d * 1.5 = 14.985", "d = 5 + 4.99", "d = 9.989999999999999999999 + 0.000000000000000000001",
    "d > 9.98999999999999999999", "d < 9.99000000000000000001",
  ])
  func `a decimal is found by the number that is written`(text: String) throws {
    #expect(try answers(text) == [true, true])
  }

  @Test func `a decimal is found by parameters of all kinds of numbers`() throws {
    for value: ArchiveValue in [.double(9.99), .float(9.99), Self.price, "9.99"] {
      #expect(try answers("d = ?", [value]) == [true, true], "\(value)")
      #expect(try answers("d IN (?)", [value]) == [true, true], "\(value)")
      #expect(try answers("d > ?", [value]) == [false, false], "\(value)")
    }
    #expect(try answers("d = ?", [.double(9.99.nextUp)]) == [false, false])
  }

  @Test func `numbers of 64 bits are found by the nearest written number as before`() throws {
    let row: [String: ArchiveValue] = [
      "d": .double(.pi), "n": .double(9.99), "i": .int(9_007_199_254_740_993),
    ]
    for text in [
      "d = 3.141592653589793", "d = 3.14159265358979323846", "d IN (3.14159265358979323846)",
      "n = 9.99",
      "n = 9.990", "n IN (9.99)", "i = 9007199254740993", "i = 9007199254740993.0",
      "i IN (9007199254740993.0)", "NOT i = 9007199254740992.0", "n * 1.0 = 9.99",
    ] {
      #expect(try answers(text, of: row) == [true, true], "\(text)")
    }
  }

  @Test func `large decimals are compared exactly`() throws {
    let row: [String: ArchiveValue] = [
      "d": .decimal(Decimal(string: "1e23")!),
      "e": .decimal(Decimal(string: "12345678901234567890123456789012345678")!),
      "x": .double(1e23),
    ]
    for text in [
      "d = 1e23", "d = 100000000000000000000000", "d IN (1e23)", "x = 1e23", "x IN (1e23)",
      "e = 12345678901234567890123456789012345678", "e > 12345678901234567890123456789012345677",
    ] {
      #expect(try answers(text, of: row) == [true, true], "\(text)")
    }
  }

  @Test func `a written number keeps all digits that a decimal has`() throws {
    #expect(ArchiveValue(digits: "9.99") == .double(9.99))
    #expect(
      ArchiveValue(digits: "0.10000000000000000001")
        == .decimal(Decimal(string: "0.10000000000000000001")!))
    #expect(ArchiveValue(digits: "-0.0") == .double(-0.0))
    #expect(ArchiveValue(digits: "1e300") == .double(1e300))
    #expect(ArchiveValue(digits: "1e999") == nil)
    #expect(ArchiveValue(digits: String(repeating: "9", count: 40)) == nil)
    #expect(Decimal(exactly: "1234567890123456789012345678901234567890.5") == nil)
    #expect(Decimal(exactly: "1.5x") == nil)
    #expect(Decimal(exactly: "") == nil)
    #expect(Decimal(exactly: "1e-130") == nil)
    #expect(Decimal(exactly: "1e127") == Decimal(string: "1e127"))
    #expect(Decimal(exactly: "-00.50") == Decimal(string: "-0.5"))
  }

  @Test func `the text of a condition gives the same number again`() throws {
    let values: [ArchiveValue] = [
      .double(9.99), .double(1e23), .double(1e22), .double(-0.0), .double(0.1 + 0.2),
      .double(0x1p63), .double(.leastNonzeroMagnitude), .double(.greatestFiniteMagnitude),
      .double(1e16), Self.price, .decimal(Decimal(string: "0.10000000000000000001")!),
    ]
    for value in values {
      let condition = Condition.comparison("d", .equal, .value(value))
      #expect(try Condition(parsing: condition.description) == condition, "\(condition)")
    }
  }

  @Test func `decimals in JSON are written as people write them`() throws {
    #expect(try ArchiveValue(json: #"{"$decimal":"9.99"}"#) == Self.price)
    #expect(try ArchiveValue(json: #"{"$decimal":"-0.5e3"}"#).decimal == -500)
    #expect(throws: ArchiveError.self) { try ArchiveValue(json: #"{"$decimal":"9,99"}"#) }
    #expect(throws: ArchiveError.self) {
      try ArchiveValue(json: #"{"$decimal":"0.123456789012345678901234567890123456789012"}"#)
    }
  }
}

extension [String: ArchiveValue] {
  fileprivate var asValue: [ArchiveValue: ArchiveValue] {
    [ArchiveValue: ArchiveValue](
      uniqueKeysWithValues: map { (ArchiveValue.string($0.key), $0.value) })
  }
}
