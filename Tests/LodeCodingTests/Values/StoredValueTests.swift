import Foundation
import LodeCoding
import Testing

@Suite("Values have the bytes of Docs/Format/Values.md")
struct StoredValueTests {
  private func bytes(_ value: some StoredValue) -> [UInt8] { value.withValueBytes { $0.copied() } }

  @Test func `each golden row's value has its bytes and comes back from them`() throws {
    let rows = try LodeCodingTests.goldenRows(
      page: "Values.md", heading: "Golden bytes", columns: 3)
    #expect(rows.count == 13)
    for row in rows {
      let golden = LodeCodingTests.bytes(hex: row[2])
      let (found, back) = try #require(try roundTrip(row[0], row[1], golden), "\(row)")
      #expect(found == golden, "\(row)")
      #expect(back, "\(row)")
    }
  }

  private func roundTrip(
    _ type: String, _ text: String, _ golden: [UInt8]
  ) throws -> (bytes: [UInt8], isEqual: Bool)? {
    func check<V: StoredValue & Equatable>(_ value: V?) throws -> ([UInt8], Bool)? {
      guard let value, V.valueType.description == type else { return nil }
      return (bytes(value), try V(valueBytes: golden.span) == value)
    }
    switch type {
    case "bytes": return try check(LodeCodingTests.bytes(hex: text))
    case "string": return try check(text)
    case "int": return try check(Int(text))
    case "uint": return try check(UInt(text))
    case "double": return try check(Double(text))
    case "float": return try check(Float(text))
    case "bool": return try check(Bool(text))
    case "date": return try check(Double(text).map(Date.init(timeIntervalSinceReferenceDate:)))
    case "uuid": return try check(UUID(uuidString: text))
    case "json": return try check(JSONText(text))
    default: return nil
    }
  }

  private func comesBack<V: StoredValue & Equatable>(_ values: V...) throws -> Bool {
    try values.allSatisfy { try V(valueBytes: bytes($0).span) == $0 }
  }

  @Test func `extremes of every type come back exactly`() throws {
    #expect(try comesBack(Int.min, .max, 0, -1) && comesBack(Int8.min, .max))
    #expect(try comesBack(Int16.min, .max) && comesBack(Int32.min, .max) && comesBack(Int64.min))
    #expect(try comesBack(UInt.max, 0) && comesBack(UInt8.max) && comesBack(UInt16.max))
    #expect(try comesBack(UInt32.max) && comesBack(UInt64.max) && comesBack(true, false))
    #expect(try comesBack("", "a\0b", "\u{1F600}", String(repeating: "x", count: 100_000)))
    #expect(
      try comesBack(Data(), Data([0, 255])) && comesBack([UInt8](), [0]) && comesBack(UUID()))
    #expect(
      try comesBack(Double.infinity, .leastNonzeroMagnitude)
        && comesBack(Float.greatestFiniteMagnitude))
    #expect(try comesBack(Date.distantPast, .distantFuture, Date()))
    let odd = Double(nan: 5, signaling: false)
    #expect(try Double(valueBytes: bytes(odd).span).bitPattern == odd.bitPattern)
    #expect(try Float(valueBytes: bytes(Float(-0.0)).span).sign == .minus)
  }

  @Test
  func `a signed value is read in any signed width that holds it, otherwise it is out of range`()
    throws
  {
    #expect(try Int8(valueBytes: bytes(Int64(-128)).span) == -128)
    #expect(try UInt8(valueBytes: bytes(UInt(255)).span) == 255)
    #expect(code { try Int8(valueBytes: bytes(128).span) } == .outOfRange)
    #expect(code { try UInt16(valueBytes: bytes(UInt64(65_536)).span) } == .outOfRange)
  }

  @Test func `bytes of another length or content give a typed error`() {
    for count in 0...20 {
      let bytes = [UInt8](repeating: 0xFF, count: count)
      #expect(code { try Int(valueBytes: bytes.span) } == (count == 8 ? nil : .wrongLength))
      #expect(code { try UInt64(valueBytes: bytes.span) } == (count == 8 ? nil : .wrongLength))
      #expect(code { try Double(valueBytes: bytes.span) } == (count == 8 ? nil : .wrongLength))
      #expect(code { try Float(valueBytes: bytes.span) } == (count == 4 ? nil : .wrongLength))
      #expect(code { try Date(valueBytes: bytes.span) } == (count == 8 ? nil : .wrongLength))
      #expect(code { try UUID(valueBytes: bytes.span) } == (count == 16 ? nil : .wrongLength))
      #expect(
        code { try Bool(valueBytes: bytes.span) } == (count == 1 ? .invalidBool : .wrongLength))
      #expect(code { try String(valueBytes: bytes.span) } == (count == 0 ? nil : .invalidUTF8))
      #expect(code { try JSONText(valueBytes: bytes.span) } == (count == 0 ? nil : .invalidUTF8))
    }
  }

  @Test func `the codes are those of the page, and unknown codes are named by number`() {
    let types: [ValueType] = [
      .bytes, .string, .int, .uint, .double, .float, .bool, .date, .uuid, .json, .archive,
    ]
    #expect(types.map(\.rawValue) == Array(0...10))
    #expect(types.allSatisfy(\.isKnown) && !ValueType(rawValue: 11).isKnown)
    #expect(ValueType(rawValue: 77).description == "type 77" && "\(ValueType.json)" == "json")
  }

  /// The code of the `ValueError` that `body` throws.
  private func code<R>(_ body: () throws -> R) -> ValueError.Code? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? ValueError)?.code
    }
  }
}
