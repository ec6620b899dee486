import Foundation
import LodeCoding
import LodeStore
import Testing

@Suite("Conditions are true, false or unknown")
struct ConditionTests {
  private let row: [String: ArchiveValue] = [
    "age": 36, "name": "Ada", "nothing": .null, "height": 1.7, "tags": ["a", 1, .null],
    "colors": .set(["red"]), "born": .date(Date(timeIntervalSinceReferenceDate: 0)),
    "digits": "50", "isOld": true, "city": ["name": "London"], "big": .uint(.max),
  ]

  private func answer(_ condition: Condition) throws -> Bool? {
    try condition.evaluate { path in Archive(.dictionary(row.asValue)).value(at: path) }
  }

  private func compare(_ path: String, _ comparison: Comparison, _ value: ArchiveValue) throws
    -> Bool?
  {
    try answer(.comparison(.path(ArchivePath(parsing: path)), comparison, .value(value)))
  }

  @Test func `numbers compare by what they are worth, and nested fields by their path`() throws {
    #expect(try compare("age", .equal, 36) == true)
    #expect(try compare("age", .equal, .double(36)) == true)
    #expect(try compare("age", .notEqual, 36) == false)
    #expect(try compare("height", .less, 2) == true)
    #expect(try compare("height", .greaterOrEqual, 2) == false)
    #expect(try compare("big", .greater, .int(.max)) == true)
    #expect(try compare("city.name", .equal, "London") == true)
    #expect(try compare("name", .less, "Adam") == true)
  }

  @Test func `nil is neither equal nor unequal to anything, but it is nil`() throws {
    for path in ["nothing", "absent", "city.absent", "age.absent"] {
      for comparison in Comparison.allCases { #expect(try compare(path, comparison, 1) == nil) }
      #expect(try answer(.isNil(.path(ArchivePath(parsing: path)))) == true)
      #expect(try answer(.isIn(.path(ArchivePath(parsing: path)), [.value(1)])) == nil)
      #expect(try answer(.like(.path(ArchivePath(parsing: path)), LikePattern("%"))) == nil)
    }
    #expect(try answer(.isNil("age")) == false)
    #expect(try compare("age", .equal, .null) == nil)
    #expect(try answer(.isIn("age", [.value(1), .value(.null)])) == nil)
    #expect(try answer(.isIn("age", [.value(36), .value(.null)])) == true)
    #expect(try answer(.isIn("age", [])) == false)
  }

  @Test func `values of two families are not equal, and have no order`() throws {
    #expect(try compare("name", .equal, true) == false)
    #expect(try compare("name", .notEqual, true) == true)
    #expect(try compare("name", .less, true) == nil)
    #expect(try compare("age", .greater, "x") == nil)
    #expect(try answer(.comparison("age", .less, "name")) == nil)
    #expect(try answer(.comparison("digits", .equal, "age")) == false)
  }

  @Test func `a given value takes the family of what it is compared with`() throws {
    #expect(try compare("age", .greater, "5") == true)
    #expect(try compare("age", .equal, "36.0") == true)
    #expect(try compare("digits", .equal, 50) == true)
    #expect(try compare("isOld", .equal, 1) == true)
    #expect(try compare("born", .equal, "2001-01-01") == true)
    #expect(try compare("born", .less, "2001-01-01T00:00:00.500Z") == true)
    #expect(try answer(.comparison(.value("36"), .equal, "age")) == true)
    #expect(Operand.readings(of: "0x10") == ["0x10"])
    #expect(Operand.readings(of: 1) == [1, "1", true])
    #expect(Operand.readings(of: "nan") == ["nan"])
  }

  @Test func `and, or and not hand the unknown on where it matters; being true ends it`() throws {
    let (yes, no) = (Condition.constant(true), Condition.constant(false))
    let unknown = Condition.comparison("nothing", .equal, .value(1))
    #expect(try answer(.and([yes, unknown])) == nil)
    #expect(try answer(.and([no, unknown])) == false)
    #expect(try answer(.and([unknown, no])) == false)
    #expect(try answer(.or([unknown, yes])) == true)
    #expect(try answer(.or([no, unknown])) == nil)
    #expect(try answer(.not(unknown)) == nil)
    #expect(try answer(.not(.isTrue(unknown))) == true)
    #expect(try answer(.isTrue(unknown)) == false)
    #expect(try answer(.and([])) == true)
    #expect(try answer(.or([])) == false)
    #expect(try answer(.between("age", .value(36), .value(40))) == true)
    #expect(try answer(.between("age", .value(37), "nothing")) == false)
    #expect(try answer(.between("age", "nothing", .value(40))) == nil)
  }

  @Test func `texts, arrays and sets contain parts and elements`() throws {
    #expect(try answer(.contains("name", "d", .exact)) == true)
    #expect(try answer(.contains("name", "D", .exact)) == false)
    #expect(try answer(.contains("name", "D", .ascii)) == true)
    #expect(try answer(.contains("name", "Ä", .unicode)) == true)
    #expect(try answer(.contains("tags", "a", .exact)) == true)
    #expect(try answer(.contains("tags", "1", .exact)) == true)
    #expect(try answer(.contains("tags", "b", .exact)) == false)
    #expect(try answer(.contains("colors", "red", .exact)) == true)
    #expect(try answer(.contains("age", 3, .exact)) == nil)
    #expect(try answer(.beginsWith("name", "A", .exact)) == true)
    #expect(try answer(.beginsWith("name", "äd", .unicode)) == true)
    #expect(try answer(.endsWith("name", "DA", .ascii)) == true)
    #expect(try answer(.endsWith("name", "", .exact)) == true)
    #expect(try answer(.endsWith("name", "xAda", .exact)) == false)
  }

  @Test
  func `numbers are calculated, exactly where they are integers; what cannot be is nil`() throws {
    func value(_ a: Operand, _ arithmetic: Arithmetic, _ b: Operand) -> ArchiveValue? {
      Operand.arithmetic(a, arithmetic, b).evaluate { row[$0.names[0]] }
    }
    #expect(value("age", .add, .value(4)) == 40)
    #expect(value("age", .divide, .value(5)) == 7)
    #expect(value("age", .divide, .value(.double(8))) == 4.5)
    #expect(value("age", .remainder, .value(5)) == 1)
    #expect(value(.value(.int(.max)), .add, .value(1)) == .uint(1 << 63))
    #expect(value(.value(.int(.min)), .divide, .value(-1)) == .uint(1 << 63))
    #expect(value("big", .multiply, "big") == .double(0x1p64 * 0x1p64))
    #expect(value(.value(.decimal(1)), .divide, .value(8)) == .decimal(Decimal(string: "0.125")!))
    #expect(value("age", .add, "digits") == 86)
    for other in ["name", "nothing", "absent"] as [Operand] {
      #expect(value("age", .add, other) == nil)
    }
    #expect(value("age", .divide, .value(0)) == nil)
    #expect(value("height", .remainder, .value(0)) == nil)
  }

  @Test
  func `a regular expression describes the whole of a text; one that is none is an error`() throws {
    #expect(try answer(.matches("name", "A.a")) == true)
    #expect(try answer(.matches("name", "A")) == false)
    #expect(try answer(.matches("age", ".*")) == nil)
    for pattern in ["(", "[", String(repeating: "(", count: 100_000), "a{2,1}", "\\"] {
      #expect(throws: ConditionError.self) { try answer(.matches("name", pattern)) }
    }
  }
}

extension [String: ArchiveValue] {
  fileprivate var asValue: [ArchiveValue: ArchiveValue] {
    [ArchiveValue: ArchiveValue](
      uniqueKeysWithValues: map { (ArchiveValue.string($0.key), $0.value) })
  }
}
