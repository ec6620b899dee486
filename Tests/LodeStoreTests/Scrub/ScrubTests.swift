import Foundation
import LodeCoding
import LodeTestSupport
import Testing

@testable import LodeLMDB
@testable import LodeStore

@Suite("The scrubber finds damage in the background, and damaged tables refuse their use")
struct ScrubTests {
  private let test: ScrubbedStore

  init() throws { test = try ScrubbedStore() }

  private func isFinished(_ health: StoreHealth) -> Bool {
    if case .finished = health.scrub { true } else { false }
  }

  @Test func `a sound store has no findings, and the end of the pass is recorded`() throws {
    let store = try test.open()
    #expect(store.health == StoreHealth(scrub: .notRun, damage: [], rebuilt: []))
    store.scrub()
    #expect(isFinished(store.health))
    #expect(store.health.isSound)
    store.close()
    let again = try test.open()
    #expect(isFinished(again.health))
    again.close()
  }

  /// After a quick opening, LMDB would read a damaged page, and the process would end.
  @Test(arguments: [1 << 20, 4096])
  func `a damaged page makes its collection throw, and other collections work`(bytes: Int) throws {
    let table = try test.table(of: "people")
    try test.damageLeaf(ofTable: table)
    let store = try test.open()
    store.scrub(bytes: bytes, renewing: bytes == 4096)
    let damage = try #require(store.health.damage.first)
    #expect(store.health.damage.count == 1, "\(store.health.damage)")
    #expect(damage.kind == .pages)
    #expect(damage.collection == "people")
    #expect(damage.index == nil)
    #expect(damage.problem.contains("page"), "\(damage)")
    expectRefusal(of: store)
    store.close()
    // The finding survives the close, and protects the next opening before its first read.
    let again = try test.open()
    expectRefusal(of: again)
    // A later pass finds the same damage once.
    again.scrub()
    #expect(again.health.damage == [damage])
    again.close()
  }

  private func expectRefusal(of store: Store, sourceLocation: SourceLocation = #_sourceLocation) {
    let error = expect(.damaged, sourceLocation: sourceLocation) {
      _ = try store.read { try $0["people"].bytes(1) }
    }
    #expect(error?.collection == "people", sourceLocation: sourceLocation)
    #expect("\(error.map(String.init(describing:)) ?? "")".contains("lode repair"))
    expect(.damaged, sourceLocation: sourceLocation) { _ = try store["people"].keys() }
    expect(.damaged, sourceLocation: sourceLocation) {
      try store.put([5: person("new")], in: "people")
    }
    #expect(throws: Never.self, sourceLocation: sourceLocation) {
      #expect(try store["others"].keys().count == 600)
      try store.put([5: person("new")], in: "others")
      #expect(try store.collections() == ["others", "people"])
      _ = try store.statistics()
    }
  }

  @Test func `a damaged page of an index takes the index from queries, and rows stay readable`()
    throws
  {
    try test.damageLeaf(ofTable: try test.table(of: "people", index: "age"))
    let store = try test.open()
    store.scrub()
    #expect(store.health.damage.map(\.index) == ["age"])
    #expect(store.health.damage.map(\.kind) == [.pages])
    #expect(try store.usableIndexes(of: "people") == ["name"])
    #expect(try store["people"].keys().count == 600)
    // The write would change the damaged table.
    expect(.damaged) { try store.put([1: person("other", age: 3)]) }
    try store.put([1: person("other", age: 3)], in: "others")
    store.close()
  }

  /// A query over an index without an entry would miss a row in silence.
  @Test func `missing and surplus entries of an index are counted, until a repair`() throws {
    let store = try test.open()
    try store.changeIndex("age", of: "people") { handle, table in
      let cursor = try CursorHandle(handle, over: table.place)
      var first: [UInt8] = []
      if let entry = try cursor.move(.first) { first = Array(copying: entry.key) }
      cursor.close()
      #expect(try handle.delete(first.span, in: table))
    }
    try store.changeIndex("name", of: "people") { handle, table in
      _ = try handle.put([1, 2, 3].span, forKey: [0x7F].span, in: table, mode: .overwrite)
    }
    store.scrub()
    let found = store.health.damage.sorted { $0.index ?? "" < $1.index ?? "" }
    #expect(found.map(\.index) == ["age", "name"], "\(found)")
    #expect(found.map(\.kind) == [.index, .index])
    #expect(found.map(\.missingEntries) == [1, 0])
    #expect(found.map(\.surplusEntries) == [0, 1])
    #expect(try store.usableIndexes(of: "people").isEmpty)
    #expect(try store.repair().isSound)
    #expect(store.health.isSound)
    #expect(try store.usableIndexes(of: "people") == ["age", "name"])
    store.scrub()
    #expect(store.health.isSound)
    store.close()
  }

  @Test func `a damaged row is a finding, and the other rows stay readable`() throws {
    try test.replace("other 77 ", "other 7X ")
    let store = try test.open()
    store.scrub()
    let damage = try #require(store.health.damage.first)
    #expect(store.health.damage.map(\.kind) == [.rows])
    #expect(damage.rows == 1)
    let name = "others"
    #expect(damage.collection == name)
    expect(.damaged) { _ = try store.read { try $0[name].bytes(77) } }
    #expect(try store.read { try $0[name].bytes(76) } != nil)
    // The next pass finds that the row was replaced.
    try store.put([77: person("mended")], in: name)
    store.scrub()
    #expect(store.health.isSound, "\(store.health.damage)")
    store.close()
  }

  /// A pass that began again at every opening would never reach the end of a large store.
  @Test func `an interrupted pass continues in the next opening`() throws {
    var store = try test.open()
    var parts = 0
    var last = -1.0
    while true {
      store.scrub(bytes: 4096, parts: 7, renewing: true)
      parts += 1
      guard case .running(let fraction) = store.health.scrub else { break }
      #expect(fraction >= last)
      last = fraction
      let position = store.core.health.record.position
      store.close()
      store = try test.open()
      #expect(store.core.health.record.position == position)
    }
    #expect(parts > 3)
    #expect(last > 0.5)
    #expect(isFinished(store.health))
    #expect(store.health.isSound, "\(store.health.damage)")
    store.close()
  }

  /// A false finding would take a sound index from queries.
  @Test(arguments: ["archives-1", "search-1", "stamps-1"])
  func `stores with blobs, dictionaries, and full-text indexes are sound`(_ name: String) throws {
    let stores = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Compatibility/Stores")
    let path = test.directory.file(name)
    try FileManager.default.copyItem(
      at: stores.appendingPathComponent(name), to: URL(fileURLWithPath: path))
    let store = try Store(path)
    for bytes in [1 << 20, 2000] {
      store.scrub(bytes: bytes, renewing: bytes == 2000)
      #expect(isFinished(store.health))
      #expect(store.health.isSound, "\(store.health.damage)")
    }
    store.close()
  }

  /// A page that a writer replaces between two parts is not damage.
  @Test func `writes between the parts of a pass cause no findings`() throws {
    let store = try test.open()
    var round = 0
    repeat {
      store.scrub(bytes: 8192, parts: 1, renewing: true)
      round += 1
      try store.write { transaction in
        for key in stride(from: round % 7, to: 900, by: 7) {
          if (key + round) % 3 == 0 {
            try transaction["people"].delete(key)
          } else {
            try transaction["people"].put(person("r \(round) \(key)", age: key % 9), forKey: key)
          }
        }
      }
    } while !isFinished(store.health) && round < 1000
    #expect(round > 20)
    #expect(isFinished(store.health))
    #expect(store.health.isSound, "\(store.health.damage)")
    #expect(try store.verify().isSound)
    store.close()
  }

  /// LMDB would change more pages on the ground of a damaged catalog.
  @Test func `a damaged page of the catalog is refused at opening`() throws {
    try test.renumberLeaf(ofTable: CatalogRecord.tableName)
    expect(.damaged) { _ = try test.open() }
  }

  @Test func `listeners receive each finding, and the sequence ends with the store`() async throws {
    try test.damageLeaf(ofTable: try test.table(of: "people"))
    let store = try test.open()
    let changes = store.healthChanges()
    store.scrub()
    store.close()
    var seen: [StoreHealth] = []
    for await health in changes { seen.append(health) }
    #expect(seen.first?.damage.map(\.collection) == ["people"])
    #expect(seen.last.map(isFinished) == true)
    // A sequence that begins after the close ends at once.
    for await health in store.healthChanges() { Issue.record("\(health)") }
  }

  /// A finding that names no table of LMDB would protect no read, and would stay for ever.
  @Test func `a damaged page of the shared table takes all its collections out of use`() throws {
    let name = try test.fillSharedTable()
    try test.damageLeaf(ofTable: name)
    let store = try test.open()
    // The pass checks only rows, so the reads of rows find the page.
    store.core.health.move(to: .init(step: .rows), fraction: 0.5)
    store.scrub()
    let damage = try #require(store.health.damage.first)
    #expect(store.health.damage.count == 1, "\(store.health.damage)")
    #expect(damage.kind == .pages)
    #expect(damage.table == name)
    #expect(damage.collection == nil)
    expect(.damaged) { _ = try store["shared 1009"].keys() }
    #expect(try store["people"].keys().count == 600)
    store.close()
  }

  /// The findings would stay in the health of the store for ever.
  @Test func `a pass removes the findings about dropped collections`() throws {
    let table = try test.table(of: "others")
    let store = try test.open()
    store.core.health.add(.init(.rows, "a row is damaged", table: table, collection: "others"))
    _ = try store.drop("others")
    store.scrub()
    #expect(store.health.isSound, "\(store.health.damage)")
    store.close()
  }

  /// Each start of a program with short runs would read the whole file.
  @Test func `a full check at opening settles its findings for later openings`() throws {
    let store = try test.open()
    store.core.health.add(.init(.pages, "damaged", table: DamagedTable.main, collection: nil))
    store.close()
    #expect(HealthMonitor.needsFullCheck(in: test.path, readOnly: false))
    let again = try test.open()
    #expect(again.health.isSound)
    again.close()
    #expect(!HealthMonitor.needsFullCheck(in: test.path, readOnly: false))
  }

  /// Without its head, the store read as empty.
  @Test func `a store whose head has a damaged key is refused`() throws {
    try test.replaceEverywhere("lode head", "lode xead")
    expect(.damaged) { try test.open().close() }
    expect(.damaged) { try Store(test.path, options: StoreOptions(readOnly: true)).close() }
  }

  /// The disk has lost the writes of the catalog's pages, and every answer would be outdated.
  @Test func `with an outdated catalog, reads throw after the pass`() throws {
    let store = try test.open()
    let place = store.core.catalogTable.place
    func root() throws -> UInt64 {
      try store.read { try $0.handle.record(of: $0.handle.slots.number(of: place)).root }
    }
    let search = SearchField("name")
    let definition = IndexDefinition(search: [search], name: "text")
    try store.createIndex(definition, on: "others")
    try store.buildIndexes()
    let former = try root()
    var heavier = search
    heavier.weight = 3
    try store.createIndex(IndexDefinition(search: [heavier], name: "text"), on: "others")
    let present = try root()
    #expect(former != present)
    store.close()
    try test.changeRoot(ofTable: CatalogRecord.tableName, from: present, to: former)
    let again = try test.open()
    again.scrub()
    #expect(again.health.damage.map(\.kind) == [.pages, .rows], "\(again.health.damage)")
    expect(.damaged) { _ = try again.read { try $0["people"].bytes(1) } }
    // The outdated catalog may lack a collection, and "empty" would be a wrong answer.
    expect(.damaged) { _ = try again.read { try $0["unknown"].bytes(1) } }
    expect(.damaged) { _ = try again.read { try $0["unknown"].count } }
    expect(.damaged) { _ = try again["unknown"].keys() }
    expect(.damaged) { try again.put([1: person("new")]) }
    again.close()
    // The next opening checks every page.
    expect(.damaged) { try test.open().close() }
  }

  @Test func `a pass with pauses ends when the store is closed`() throws {
    let store = try test.open()
    let scrubber = store.scrubber
    let thread = Thread { scrubber.run(ScrubPace(bytesPerSecond: 100_000)) }
    thread.start()
    while store.core.health.record.position?.bytes ?? 0 == 0 { pause(microseconds: 1000) }
    let start = ContinuousClock.now
    store.close()
    #expect(ContinuousClock.now - start < .seconds(1))
    guard case .running(let fraction) = store.health.scrub else {
      Issue.record("the pass has ended")
      return
    }
    #expect(fraction < 1)
    // The scrubber of a closed store does not run again.
    scrubber.run(ScrubPace(bytes: 1, parts: 1, renews: false))
    let again = try test.open()
    #expect(again.core.health.record.position == store.core.health.record.position)
    again.close()
  }

  /// A write that needs a larger map waits for all reads of the process.
  @Test func `a pass gives way to a write that needs a larger map`() throws {
    let store = try Store(test.path, options: StoreOptions(mapSize: 1 << 20))
    let scrubber = store.scrubber
    Thread { scrubber.run(ScrubPace(bytesPerSecond: 2_000_000)) }.start()
    while store.core.health.record.position?.bytes ?? 0 == 0 { pause(microseconds: 1000) }
    try store.write { transaction in
      for key in 0..<2000 {
        try transaction["large"].put(String(repeating: "x\(key)", count: 400), forKey: key)
      }
    }
    #expect(try store["large"].keys().count == 2000)
    store.close()
  }

  @Test func `an intact record is read again, and any changed byte makes it invalid`() throws {
    var record = ScrubRecord(inode: 7)
    record.passes = 2
    record.finished = 1_700_000_000.5
    record.position = .init(
      step: .rows, table: "c12", key: Data([0, 255]), bytes: 5, rows: 6, found: ["rows c1"])
    record.damage = [
      .init(.index, "3 entries are missing", table: "c2", collection: "a\n", index: "b")
    ]
    record.damage[0].missingEntries = 3
    let bytes = record.encoded()
    #expect(ScrubRecord.decode(bytes) == record)
    // A shorter record leaves the end of a longer record in the file.
    #expect(ScrubRecord.decode(bytes + Array("tail".utf8)) == record)
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0x10
      #expect(ScrubRecord.decode(changed) == nil)
    }
    #expect(ScrubRecord.decode([]) == nil)
    #expect(ScrubRecord.decode(Array(bytes.dropLast())) == nil)
  }

  /// A sum with such a count would end the process.
  @Test(arguments: [-1, Int.max]) func `a record with an absurd count is invalid`(count: Int) {
    var record = ScrubRecord(inode: 7)
    record.position = .init(bytes: count)
    #expect(ScrubRecord.decode(record.encoded()) == nil)
    record.position = nil
    record.damage = [.init(.rows, "a row is damaged", table: "c1", collection: nil, rows: count)]
    #expect(ScrubRecord.decode(record.encoded()) == nil)
  }

  /// The next opening would use a table with a damaged page.
  @Test func `a record that is too long keeps the findings about pages`() {
    var record = ScrubRecord(inode: 7)
    let problem = String(repeating: "x", count: 300)
    let pages = StoreHealth.Damage(.pages, "damaged", table: "c1", collection: "people")
    record.position = .init(step: .rows)
    record.damage = [pages, .init(.rows, problem, table: "c2", collection: "others")]
    let kept = ScrubRecord.decode(record.encoded(upTo: 400))
    #expect(kept?.damage == [pages])
    #expect(kept?.position == nil)
  }
}
