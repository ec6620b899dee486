import Foundation
import LodeModels
import LodeTestSupport
import Testing

@Suite("Rows whose times are in their metadata, as earlier versions wrote them")
struct StampedRowTests {
  private static let fixture = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("LodeStoreTests/Compatibility/Stores/stamps-1")

  static let sixteen: [UInt8] = Array(1...16)

  /// Fills a store.
  static func write(to fixture: TestStore) throws {
    let store = fixture.store
    fixture.now = Date(timeIntervalSince1970: 1_000)
    try store.insert(Person(1, "Ada"))
    try store.insert(Person(2, "Grace"))
    var long = Person(3, "Edsger")
    long.tags = (0..<200).map { "tag \($0 % 7)" }
    try store.insert(long)
    try store.partition("p").insert(Person(1, "Barbara"))
    try store.documents("pets").insert(["name": "Rex"], forKey: 1)
    try store.insert(Note("plain"))
    try store.insert(Note("marked"))
    try store.write { transaction in
      try transaction["note"].setMetadata(sixteen, forKey: 2)
      try transaction["plain"].put("text", forKey: "sixteen", metadata: sixteen)
      try transaction["plain"].put("text", forKey: "two", metadata: [7, 8])
      try transaction["scores"].put(["Ada": [1, 2]], forKey: 1, metadata: sixteen)
    }
    fixture.now = Date(timeIntervalSince1970: 2_000)
    try store.update(Person.self, 2) { $0.name = "Grace H." }
  }

  /// Opens a copy of the fixture.
  private func opened(_ body: (Store) throws -> Void) throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("s")
    try FileManager.default.copyItem(at: Self.fixture, to: URL(fileURLWithPath: path))
    var options = StoreOptions()
    options.clock = StoreClock { Date(timeIntervalSince1970: 3_000) }
    let store = try Store(path, models: [Person.self, Note.self], options: options)
    try body(store)
    #expect(try store.verify().isSound)
  }

  private func times(_ created: Double, _ updated: Double, _ times: RowTimes?) -> Bool {
    times?.created == Date(timeIntervalSince1970: created)
      && times?.updated == Date(timeIntervalSince1970: updated)
  }

  /// An update of Lode would have lost when every row was made and changed.
  @Test func `models and documents of earlier versions keep their times`() throws {
    try opened { (store: Store) throws in
      #expect(times(1_000, 1_000, try store.read { try $0.times(Person.self, 1) }))
      #expect(times(1_000, 2_000, try store.read { try $0.times(Person.self, 2) }))
      #expect(times(1_000, 1_000, try store.read { try $0.times(Person.self, 3) }))
      #expect(times(1_000, 1_000, try store.read { try $0.partition("p").times(Person.self, 1) }))
      #expect(times(1_000, 1_000, try store.documents("pets").get(1)?.times))
      #expect(try store.read { try $0.metadata(Person.self, 1, as: String.self) } == nil)
      #expect(try store.read { try $0.documents("pets").metadata(1, as: String.self) } == nil)
    }
  }

  @Test func `a change of such a row keeps when it was made, and makes room for metadata`() throws {
    try opened { (store: Store) throws in
      for id in [1, 2, 3] { try store.update(Person.self, id) { $0.age = 9 } }
      #expect(times(1_000, 3_000, try store.read { try $0.times(Person.self, 2) }))
      try store.write { try $0.setMetadata("origin", of: Person.self, 3) }
      #expect(times(1_000, 3_000, try store.read { try $0.times(Person.self, 3) }))
      let pets = store.documents("pets")
      try store.write { try $0.documents("pets").setMetadata("vet", forKey: 1) }
      #expect(times(1_000, 1_000, try pets.get(1)?.times))
      try pets.update(1, set: ["age": 3])
      #expect(times(1_000, 3_000, try pets.get(1)?.times))
      #expect(try store.read { try $0.documents("pets").metadata(1, as: String.self) } == "vet")
    }
  }

  @Test(arguments: [false, true])
  func `an index of times finds such rows, before and after they change`(isLater: Bool) throws {
    try opened { (store: Store) throws in
      func define() throws {
        try store.createIndex(IndexDefinition("$updated"), on: "person")
        try store.createIndex(IndexDefinition("$created"), on: "pets")
      }
      func updated(_ year: Int) throws -> [Int] {
        let time = Date(timeIntervalSince1970: Double(year))
        return try store.fetch(Query<Person>("$updated = ?", parameters: [.date(time)])).map(\.id)
      }
      if !isLater { try define() }
      try store.update(Person.self, 1) { $0.age = 9 }
      try store.write { try $0.setMetadata("origin", of: Person.self, 3) }
      try store.write { try $0.documents("pets").setMetadata("vet", forKey: 1) }
      if isLater { try define() }
      #expect(try updated(1_000) == [3] && updated(2_000) == [2] && updated(3_000) == [1])
      let old = try Selection(parsing: "$created < DATE '1971-01-01'")
      #expect(try store.documents("pets").count(old) == 1)
    }
  }

  @Test func `a save of the same model leaves such a row as it is`() throws {
    try opened { (store: Store) throws in
      #expect(try store.put(Person(1, "Ada")) == .unchanged)
      #expect(try store.documents("pets").put(["name": "Rex"], forKey: 1) == .unchanged)
    }
  }

  /// 16 bytes of metadata were taken for times, and a save removed them.
  @Test
  func `metadata of 16 bytes are no times for a model without times, and raw reads show them`()
    throws
  {
    try opened { (store: Store) throws in
      let raw = { (name: String, key: Int) in try store.read { try $0[name].metadata(key) } }
      #expect(try raw("note", 2) == Self.sixteen && raw("scores", 1) == Self.sixteen)
      #expect(try store.read { try $0["plain"].metadata("sixteen") } == Self.sixteen)
      #expect(try store.read { try $0["plain"].metadata("two") } == [7, 8])
      try store.update(Note.self, 2) { $0.text = "changed" }
      #expect(try raw("note", 2) == Self.sixteen)
      let times = try #require(try store.read { try $0.times(Note.self, 2) })
      #expect(times.created == nil && times.updated == nil)
      _ = try store.write { try $0["scores"].update(["Ada": [3]], forKey: 1) }
      #expect(try raw("scores", 1) == Self.sixteen)
    }
  }

  /// Makes the fixture, once: `LODE_NEW_FIXTURE=stamps-1`.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["LODE_NEW_FIXTURE"] == "stamps-1"))
  func `the fixture is written`() throws {
    let fixture = try TestStore([Person.self, Note.self])
    try Self.write(to: fixture)
    try fixture.store.copy(to: Self.fixture.path, compacting: true)
    try? FileManager.default.removeItem(at: Self.fixture.appendingPathComponent("lock.mdb"))
  }
}
