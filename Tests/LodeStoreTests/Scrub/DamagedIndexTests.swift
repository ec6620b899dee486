import Foundation
import LodeCoding
import LodeTestSupport
import Testing

@testable import LodeLMDB
@testable import LodeStore

@Suite("A store with damaged pages only in indexes opens, and the indexes are rebuilt")
struct DamagedIndexTests {
  private let test: ScrubbedStore

  init() throws {
    test = try ScrubbedStore()
    let store = try test.open()
    try store.createIndex(IndexDefinition(search: ["name"], name: "text"), on: "people")
    try store.buildIndexes()
    store.close()
  }

  private func damage(_ indexes: String...) throws {
    for index in indexes { try test.damageLeaf(ofTable: test.table(of: "people", index: index)) }
  }

  private func openChecked(readOnly: Bool = false) throws -> Store {
    try Store(test.path, options: StoreOptions(readOnly: readOnly, checking: .full))
  }

  private func expectSound(_ store: Store) throws {
    #expect(store.health.isSound, "\(store.health.damage)")
    #expect(try store.usableIndexes(of: "people") == ["age", "name"])
    #expect(try store.indexes(of: "people").map(\.state) == [.ready, .ready, .ready])
    #expect(try store.keys(in: "age").count == 600)
    let report = try store.verify()
    #expect(report.isSound, "\(report.problems)")
    // Writes maintain the new tables, and the unique index still refuses equal values.
    try store.put([601: person("new", age: 1)])
    expect(.uniqueViolation) { try store.put([602: person("new", age: 1)]) }
    #expect(try store.keys(in: "age").count == 601)
    _ = try store.write { try $0["people"].delete(601) }
  }

  /// The rows were readable all the time, and the program could not open the store.
  @Test func `an opening with the full check rebuilds indexes of every kind, and says so`() throws {
    try damage("age", "name", "text")
    let store = try openChecked()
    let rebuilt = store.health.rebuilt
    #expect(rebuilt.map(\.index).sorted { $0 ?? "" < $1 ?? "" } == ["age", "name", "text"])
    #expect(rebuilt.allSatisfy { $0.collection == "people" && $0.problem.contains("page") })
    try expectSound(store)
    store.close()
    // The pages of the old tables are in no tree, and are no damage.
    let report = try FileCheck.full(path: test.data)
    #expect(report.leakedPages >= 3)
    let again = try openChecked()
    #expect(again.health.rebuilt.isEmpty)
    try expectSound(again)
    again.close()
  }

  @Test func `after a finding of the scrubber, the next opening rebuilds the index`() throws {
    try damage("age")
    let store = try test.open()
    store.scrub()
    #expect(store.health.damage.map(\.index) == ["age"])
    store.close()
    let again = try test.open()
    #expect(again.health.rebuilt.map(\.index) == ["age"])
    try expectSound(again)
    again.close()
  }

  @Test func `a repair rebuilds an index with damaged pages in an open store`() throws {
    try damage("age", "text")
    let store = try test.open()
    store.scrub()
    let found = try store.verify()
    #expect(found.rows == 1200)
    #expect(found.damagedIndexes.map(\.index).sorted() == ["age", "text"])
    #expect(found.problemCount == 2)
    let report = try store.repair()
    #expect(report.rebuilt.map(\.index).sorted() == ["age", "text"])
    #expect(report.isSound, "\(report.remaining.problems)")
    try expectSound(store)
    store.close()
  }

  /// A reader must not change the file, and must not get wrong answers from the index.
  @Test func `a read-only opening reads rows, and leaves the file as it is`() throws {
    try damage("age")
    let before = try contents(of: test.data)
    let store = try openChecked(readOnly: true)
    #expect(store.health.damage.map(\.index) == ["age"])
    #expect(store.health.rebuilt.isEmpty)
    #expect(try store.usableIndexes(of: "people") == ["name"])
    #expect(try store["people"].keys().count == 600)
    #expect(try store.verify().damagedIndexes.map(\.index) == ["age"])
    store.close()
    #expect(try contents(of: test.data) == before)
  }

  /// A rehearsal of a migration changed the file of a store that has a damaged index.
  @Test func `a rebuild inside a write that is rolled back leaves the file as it is`() throws {
    struct Stop: Error {}
    try damage("age", "name", "text")
    let before = try contents(of: test.data)
    let store = try Store(
      unmended: test.path, options: StoreOptions(readOnly: false, checking: .full))
    #expect(throws: Stop.self) {
      try store.write { transaction in
        transaction.scope.rebuildDamagedIndexes()
        try transaction["people"].put(person("new", age: 1), forKey: 601)
        throw Stop()
      }
    }
    #expect(store.health.damage.count == 3)
    #expect(store.health.rebuilt.isEmpty)
    store.close()
    #expect(try contents(of: test.data) == before)
    // A later opening still knows of the damage.
    let again = try openChecked()
    #expect(again.health.rebuilt.count == 3)
    try expectSound(again)
    again.close()
  }

  @Test func `a rebuild inside a write lets the write change rows`() throws {
    try damage("age", "name", "text")
    let store = try Store(
      unmended: test.path, options: StoreOptions(readOnly: false, checking: .full))
    try store.write { transaction in
      transaction.scope.rebuildDamagedIndexes()
      try transaction["people"].put(person("new", age: 1), forKey: 600)
      try transaction["people"].delete(600)
    }
    store.rebuildDamagedIndexes()
    try expectSound(store)
    store.close()
  }

  @Test func `damaged pages of rows are refused as before, and nothing is rebuilt`() throws {
    try damage("age")
    try test.damageLeaf(ofTable: test.table(of: "others"))
    let before = try contents(of: test.data)
    let error = expect(.damaged) { try openChecked().close() }
    #expect(error?.collection == "others")
    #expect(error?.context.contains("page") == true)
    #expect(try contents(of: test.data) == before)
    // The scrubber's findings leave the other collection usable.
    let store = try test.open()
    store.scrub()
    #expect(Set(store.health.damage.map(\.collection)) == ["people", "others"])
    store.close()
    let again = try test.open()
    #expect(try again["people"].keys().count == 600)
    again.close()
  }

  /// A table without a collection would be checked, and found damaged, at every opening.
  @Test func `the damaged table is gone from the file, and its number is not used again`() throws {
    let old = try test.table(of: "people", index: "age")
    try damage("age")
    try openChecked().close()
    let store = try test.open()
    try store.createIndex(IndexDefinition("name", name: "second"), on: "people")
    try store.buildIndexes()
    #expect(try !store.core.environment.tableNames().contains(old))
    _ = try store.statistics()
    store.close()
  }

  /// LMDB's own compacting copy refuses a file with leaked pages, so no backup would be possible.
  @Test func `a compacting copy of a store with a rebuilt index has no leaked pages`() throws {
    try damage("age")
    let store = try openChecked()
    let copy = test.directory.file("copy")
    try store.copy(to: copy, compacting: true)
    try expectSound(store)
    store.close()
    let report = try FileCheck.full(path: copy + "/data.mdb")
    #expect(report.leakedPages == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: copy) == ["data.mdb"])
    let copied = try Store(copy)
    try expectSound(copied)
    copied.close()
  }

  /// A unique index without entries would accept values that rows have already.
  @Test func `an index that cannot be rebuilt stays marked, and later openings try again`() throws {
    try damage("name")
    try test.replace("name 77 ", "name 7X ")
    for _ in 0..<2 {
      let store = try openChecked()
      #expect(store.health.rebuilt.isEmpty)
      #expect(store.health.damage.map(\.index) == ["name"], "\(store.health.damage)")
      #expect(try store.usableIndexes(of: "people") == ["age"])
      expect(.damaged) { try store.put([601: person("name 1 7919777", age: 1)]) }
      try store.put([601: person("name 1 7919777", age: 1)], in: "others")
      store.close()
    }
    let mark = try contents(of: test.path + "/open.mark")
    #expect(mark.starts(with: Data("lode-mark 1 damaged ".utf8)))
    let store = try test.open()
    let report = try store.repair(quarantining: true)
    #expect(report.quarantined.count == 1)
    #expect(report.isSound, "\(report.remaining.problems)")
    store.close()
    let again = try test.open()
    #expect(again.health.isSound, "\(again.health.damage)")
    again.close()
  }

  /// The program could neither change nor delete the index, and no write was possible.
  @Test func `a damaged index without a rebuild can be dropped, and rows can be deleted`() throws {
    try damage("name", "age")
    try test.replace("name 77 ", "name 7X ")
    let store = try openChecked()
    #expect(store.health.damage.map(\.index).count == 2)
    #expect(try store.dropIndex("name", on: "people"))
    #expect(try store.write { try $0["people"].deleteAll() } == 600)
    try store.put([1: person("new", age: 7)])
    #expect(try store.keys(in: "age") == [1])
    let report = try store.verify()
    #expect(report.isSound, "\(report.problems)")
    store.close()
  }

  /// The next process would trust the file after a refusal, because the marker said so.
  @Test func `a refused store is not recorded as closed, and each opening checks it`() throws {
    try test.damageLeaf(ofTable: test.table(of: "others"))
    let reader = try Store(test.path, options: StoreOptions(readOnly: true))
    reader.close()
    for _ in 0..<2 { expect(.damaged) { try openChecked().close() } }
    try FileManager.default.removeItem(atPath: test.path + "/open.mark")
    for _ in 0..<2 { expect(.damaged) { try test.open().close() } }
  }
}
