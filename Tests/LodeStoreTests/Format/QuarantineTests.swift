import LodeCoding
import LodeTestSupport
import Testing

@testable import LodeStore

@Suite("The rows in quarantine of each collection are kept in the order in which they came")
struct QuarantineTests {
  let fixture: TestStore

  init() throws {
    fixture = try TestStore()
    try fixture.store.write { transaction in
      for name in ["a", "b", "c"] {
        try transaction.declare(name)
        try transaction.scope.beginPendingMigration(1, of: name)
      }
    }
  }

  private func row(_ number: Int) -> FailedRow {
    FailedRow(
      key: RowKey(bytes: Key(number).bytes, format: .tuple), type: "P", from: 1, to: 2,
      message: "\(number)")
  }

  private func add(_ numbers: Range<Int>, to collection: String) throws {
    try fixture.store.write { transaction in
      try transaction.scope.addFailedRows(numbers.map(row), of: collection)
    }
  }

  /// The rows of each collection.
  private func rows() throws -> [[FailedRow]] {
    try fixture.store.read { transaction in
      try ["a", "b", "c"].map { try transaction.failedRows(of: $0) }
    }
  }

  private func hasRows() throws -> [Bool] {
    try fixture.store.write { transaction in
      try ["a", "b", "c"].map { try transaction.scope.hasFailedRows(of: $0) }
    }
  }

  @Test func `those of a later write come behind those that are there`() throws {
    #expect(try hasRows() == [false, false, false])
    // More than a byte of the number can tell, and neighbours on both sides.
    try add(0..<200, to: "b")
    try add(0..<2, to: "a")
    try add(0..<1, to: "c")
    try add(200..<300, to: "b")
    try add(2..<3, to: "a")
    #expect(try rows() == [(0..<3).map(row), (0..<300).map(row), [row(0)]])
    #expect(try hasRows() == [true, true, true])
  }

  @Test func `forgetting those of one collection leaves those of others`() throws {
    for name in ["a", "b", "c"] { try add(0..<300, to: name) }
    try fixture.store.write { try $0.scope.restartPendingMigration(of: "b") }
    #expect(try rows().map(\.count) == [300, 0, 300])
    #expect(try hasRows() == [true, false, true])
    try add(5..<6, to: "b")
    #expect(try rows()[1] == [row(5)])
  }

  @Test func `a number behind which there is none is damage, and nothing is written`() throws {
    try fixture.store.write { [row = row(0)] transaction in
      let context = transaction.scope.context
      let id = try #require(context.catalog.collections["b"]?.id)
      try context.catalogTable.put(
        CatalogRecord.encode(row),
        CatalogRecord.key(CatalogRecord.quarantineKind, id) + [0xFF, 0xFF, 0xFF, 0xFF])
      context.hasChanges = true
    }
    expect(.damaged) { try add(1..<2, to: "b") }
    #expect(try rows() == [[], [row(0)], []])
  }
}
