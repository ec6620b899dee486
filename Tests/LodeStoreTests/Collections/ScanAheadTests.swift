import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@testable import LodeStore

/// A scan that divides its range could lose, repeat, or misplace rows at the ends of the parts.
///
/// `LODE_SEED` repeats a run.
@Suite(
  "A scan with helper threads passes the same rows as a scan without",
  .enabled(if: HelperThreads.count > 0))
struct ScanAheadTests {
  private let fixture: TestStore
  private let store: Store
  private static let rows = 3_000

  init() throws {
    fixture = try TestStore(StoreOptions(trainsDictionaries: false))
    store = fixture.store
    try store.write { transaction in
      for number in 0..<Self.rows {
        // Some values are too short for compression.
        let value = number % 5 == 0 ? "short" : sampleRecord(number)
        try transaction["rows"].put(value, forKey: Self.key(number))
      }
    }
    try store.trainDictionary(for: "rows")
  }

  /// A key that begins with a third of the number; every seventh three are long, and share a head.
  private static func key(_ number: Int) -> RawKey {
    let third = number / 3
    let middle = [UInt8](repeating: 1, count: third % 7 == 0 ? 600 : 0)
    return RawKey([UInt8(third / 256), UInt8(third % 256)] + middle + [UInt8(number % 3)])
  }

  private struct Passed: Equatable {
    var rows: [StoredRow] = []
    var error: StoreError.Code?
  }

  /// The rows that a scan passes until it has passed `most` rows, and its error.
  private func rows(
    _ range: KeyRange, reversed: Bool, most: Int, helped: Bool, in transaction: ReadTransaction
  ) throws -> Passed {
    var access = transaction.access(to: "rows")
    access.usesHelperThreads = helped
    #expect(try (SharedAccess.rowsOfTask(in: access) != nil) == helped)
    var passed = Passed()
    do {
      try access.scan(range, reversed: reversed) { row in
        passed.rows.append(row.copied())
        return passed.rows.count < most ? .next : .stop
      }
    } catch let error as StoreError {
      passed.error = error.code
    }
    return passed
  }

  @Test(.tags(.random)) func `ranges in both directions, also with a stop`() throws {
    var random = SeededGenerator()
    print("ScanAheadTests: LODE_SEED=\(random.seed)")
    for round in 0..<rounds(200) {
      let bounds = (0..<2).map { _ in
        let key = Self.key(.random(in: 0..<Self.rows, using: &random)).bytes
        return Bool.random(using: &random) ? key : Array(key.prefix(500))
      }.sorted { $0.span.byteOrder($1.span) < 0 }
      let range = round % 4 == 0 ? KeyRange.all : KeyRange(RawKey(bounds[0])...RawKey(bounds[1]))
      let reversed = Bool.random(using: &random)
      let most = Bool.random(using: &random) ? Int.max : .random(in: 1...Self.rows, using: &random)
      try store.read { transaction in
        let helped = try rows(range, reversed: reversed, most: most, helped: true, in: transaction)
        let plain = try rows(range, reversed: reversed, most: most, helped: false, in: transaction)
        #expect(helped == plain, "LODE_SEED=\(random.seed), round \(round)")
      }
    }
  }

  @Test(arguments: [false, true])
  func `the rows before a damaged row arrive before its error`(reversed: Bool) throws {
    let damaged = Self.key(1_501).bytes
    var record = try #require(try store.record(at: damaged, in: "rows"))
    record[record.count / 2] ^= 1
    try store.plant(record, at: damaged, in: "rows")
    try store.read { transaction in
      let helped = try rows(.all, reversed: reversed, most: .max, helped: true, in: transaction)
      let plain = try rows(.all, reversed: reversed, most: .max, helped: false, in: transaction)
      #expect(helped == plain && helped.error == .damaged && helped.rows.count > 1_000)
    }
  }

  @Test func `a scan sees one snapshot, although the store changes during the scan`() throws {
    let before = try store["rows"].rows()
    try store.read { transaction in
      var passed = 0
      var access = transaction.access(to: "rows")
      access.usesHelperThreads = true
      try access.scan { row in
        if passed == 400 { try store["rows"].deleteAll() }
        if passed % 300 == 0 {
          for number in 0..<200 { try store["rows"].put("new", forKey: Self.key(number)) }
        }
        #expect(row.copied() == before[passed])
        passed += 1
        return .next
      }
      #expect(passed == before.count)
    }
  }

  @Test func `a write reads its own changes`() throws {
    try store.write { transaction in
      #expect(try SharedAccess.rowsOfTask(in: transaction["rows"].access) == nil)
      try transaction["rows"].put("changed", forKey: Self.key(2_001))
      var found: String?
      try transaction["rows"].forEach { row in
        if row.key.bytes == Self.key(2_001).bytes { found = try row.value(as: String.self) }
      }
      #expect(found == "changed")
    }
  }

  @Test func `the option turns helper threads off`() throws {
    store.close()
    let store = try Store(fixture.path, options: StoreOptions(usesHelperThreads: false))
    let most = try store.read { try SharedAccess.rowsOfTask(in: $0["rows"].access) }
    #expect(most == nil)
    #expect(try store["rows"].rows().count == Self.rows)
  }
}
