import LodeCoding
import LodeStore
import LodeTestSupport
import Testing

// LMDB writes the page that makes a commit current last. Here that write fails.
@Suite("A commit that fails half way")
struct RecoveryTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
    try store["a"].put("before", forKey: 1)
    try breakMetaWrites(of: store.path + "/data.mdb")
  }

  @Test func `the store opens its files anew, tells what is true, and goes on`() throws {
    let recorder = Recorder(store)
    expect(.inputOutput) {
      try store.write { transaction in
        try transaction["a"].put("lost", forKey: 1)
        try transaction["new"].put("lost", forKey: 1)
      }
    }
    #expect(try store["a"].get(1) == "before")
    #expect(try store.collections() == ["a"])
    #expect(try store.revision == 1)
    #expect(recorder.take().isEmpty)
    try store["new"].put("after", forKey: 1)
    #expect(try store["new"].get(1) == "after")
    #expect(recorder.take().map(\.revision) == [2])
    #expect(try store.verify().isSound)
  }

  @Test func `where a snapshot keeps the files from being opened anew, the outcome is unknown`()
    throws
  {
    let snapshot = try store.snapshot()
    expect(.commitOutcomeUnknown) { try store["a"].put("lost", forKey: 1) }
    #expect(try snapshot.read { try $0["a"].get(1, as: String.self) } == "before")
    snapshot.close()
    store.close()
    let again = try Store(fixture.path)
    #expect(try again["a"].get(1) == "before")
    try again["a"].put("after", forKey: 1)
  }

  @Test func `a change log with images keeps no snapshot open, and has no lost write`() throws {
    let logged = try TestStore(StoreOptions(history: .keep(images: true)))
    try logged.store["a"].put("before", forKey: 1)
    let position = try logged.store.position()
    try breakMetaWrites(of: logged.store.path + "/data.mdb")
    expect(.inputOutput) { try logged.store["a"].put("lost", forKey: 1) }
    #expect(try logged.store["a"].get(1) == "before")
    try logged.store["a"].put("after", forKey: 1)
    let events = try logged.store.events(after: position)
    guard events.count == 1, case .changes(let changes) = events[0] else {
      Issue.record("\(events)")
      return
    }
    #expect(try changes["a"]?.oldRows[key(1)]?.value(as: String.self) == "before")
    #expect(try changes["a"]?.newRows[key(1)]?.value(as: String.self) == "after")
    #expect(try logged.store.verify().isSound)
  }
}
