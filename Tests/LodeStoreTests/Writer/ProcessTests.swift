import LodeCoding
import LodeStore
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Two processes use one store", .tags(.process))
struct ProcessTests {
  let fixture: TestStore
  let store: Store

  init() throws {
    fixture = try TestStore()
    store = fixture.store
  }

  @Test func `collections made by another process are read, listed and written`() throws {
    try store["mine"].put(1, forKey: 1)
    #expect(try ChildProcess.run("collections", fixture.path, "its", "20") == ["done"])
    #expect(try store.collections().count == 21)
    for i in 0..<20 { #expect(try store["its\(i)"].get(1) == "its\(i)") }
    try store["its3"].put("changed", forKey: 1)
    try store["mine2"].put(2, forKey: 1)
    let lines = try ChildProcess.run("list", fixture.path)
    #expect(lines.count == 22)
    #expect(lines.contains("mine2 1"))
  }

  @Test(.tags(.slow)) func `both write at once, to collections that both make`() throws {
    let child = try ChildProcess.start("put", fixture.path, "shared", "1000", "300", "50")
    let makers = try ChildProcess.start("collections", fixture.path, "its", "50")
    for i in 0..<300 {
      try store["shared"].put([UInt8](repeating: 1, count: 50), forKey: i)
      if i % 6 == 0 { try store["mine\(i)"].put(i, forKey: 1) }
      #expect(try store["shared"].count > i)
    }
    #expect(child.finish().count == 300)
    #expect(makers.finish() == ["done"])
    #expect(try store["shared"].count == 600)
    #expect(try store.collections().count == 101)
    #expect(try store.revision == 700)
    for i in 0..<50 {
      #expect(try store["its\(i)"].get(1) == "its\(i)")
      #expect(try store["mine\(i * 6)"].get(1) == i * 6)
    }
    #expect(try store.verify().isSound)
  }

  @Test(.tags(.crash))
  func `a snapshot of another process is counted, and its slot freed after a kill`() throws {
    try store["a"].put(1, forKey: 1)
    let child = try ChildProcess.start("hold", fixture.path)
    #expect(child.line() == "1")
    #expect(try store.statistics().activeReaders >= 1)
    child.kill()
    #expect(try store.clearStaleReaders() >= 1)
    #expect(try store.readers().allSatisfy { $0.transaction == nil })
  }
}
