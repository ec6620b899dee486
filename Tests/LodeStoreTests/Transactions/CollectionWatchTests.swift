import LodeTestSupport
import Testing

@testable import LodeStore

@Suite("Subscribers of a collection wait for its commits", .timeLimit(.minutes(15)))
struct CollectionWatchTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
  }

  /// A subscription whose first event is taken.
  private func watch(_ collection: String) async -> CollectionWatch {
    let watch = store.watch(collection)
    #expect(await watch.next() == .changed)
    return watch
  }

  @Test func `a put, a deletion, a clearing, a rename and a drop concern the collection`()
    async throws
  {
    let watch = await watch("a")
    try await store["a"].put(1, forKey: 1)
    #expect(await watch.next() == .changed)
    try await store["a"].delete(1)
    #expect(await watch.next() == .changed)
    try await store["a"].put(1, forKey: 1)
    #expect(await watch.next() == .changed)
    try await store["a"].deleteAll()
    #expect(await watch.next() == .changed)
    try await store["b"].put(1, forKey: 1)
    try await store.write { transaction in
      try transaction.drop("a")
      try transaction.rename("b", to: "a")
    }
    #expect(await watch.next() == .changed)
    try await store.write { _ = try $0.drop("a") }
    #expect(await watch.next() == .changed)
  }

  @Test func `commits to other collections, and writes that change nothing, wake nobody`()
    async throws
  {
    try await store["a"].put(1, forKey: 1)
    let watch = await watch("a")
    try await store["b"].put(1, forKey: 1)
    try await store["a"].put(1, forKey: 1)
    _ = try? await store.write { transaction in
      try transaction["a"].put(2, forKey: 1)
      throw Stop()
    }
    // Longer than the store needs to send an event, and to look for other processes.
    try await Task.sleep(for: .milliseconds(600))
    store.close()
    #expect(await watch.next() == .ended)
    #expect(await watch.next() == .ended)
  }

  @Test func `several commits are one event`() async throws {
    let watch = await watch("a")
    for number in 0..<10 { try await store["a"].put(number, forKey: number) }
    // Longer than the store needs to send the events.
    try await Task.sleep(for: .milliseconds(100))
    #expect(await watch.next() == .changed)
    store.close()
    #expect(await watch.next() == .ended)
  }

  @Test func `a failed commit is told to all subscribers`() async throws {
    try await store["a"].put("before", forKey: 1)
    let (a, b) = await (watch("a"), watch("b"))
    try breakMetaWrites(of: store.path + "/data.mdb")
    expect(.inputOutput) { try store["a"].put("lost", forKey: 1) }
    #expect(await a.next() == .reopened)
    #expect(await b.next() == .reopened)
  }

  @Test func `the store forgets a subscription that is released`() async throws {
    var watch: CollectionWatch? = await watch("a")
    #expect(store.core.notices.subscriberCount == 1)
    _ = watch
    watch = nil
    #expect(store.core.notices.subscriberCount == 0)
    try await store["a"].put(1, forKey: 1)
  }

  @Test func `a subscription of a closed store ends at once`() async {
    store.close()
    #expect(await store.watch("a").next() == .ended)
  }
}
