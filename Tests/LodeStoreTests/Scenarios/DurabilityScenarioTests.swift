import Foundation
import LodeCoding
import LodeStore
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("The acceptance scenarios of durability and damage")
struct DurabilityScenarioTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `S53: a thousand puts in one write or in a thousand are the same rows`() throws {
    let store = try Store(directory.file("s"))
    try store.write { transaction in
      for i in 0..<1000 { try transaction["one"].put("v\(i)", forKey: i) }
    }
    for i in 0..<1000 { try store["many"].put("v\(i)", forKey: i) }
    #expect(try store["one"].strings() == store["many"].strings())
    #expect(try store["many"].count == 1000)
    #expect(try store.revision == 1001)
  }

  @Test(.tags(.crash, .process))
  func `S53: a kill between writes loses no acknowledged one`() throws {
    let path = directory.file("s")
    let child = try ChildProcess.start("put", path, "many", "0", "1000000", "10")
    var acknowledged = 0
    for _ in 0..<300 { acknowledged = Int(child.line()) ?? -1 }
    child.kill()
    let store = try Store(path)
    let count = try store["many"].count
    #expect(acknowledged == 299)
    #expect(count > acknowledged)
    #expect(try store["many"].keys().map { try $0.decode(Int.self) } == Array(0..<count))
    #expect(try store.verify().isSound)
  }

  @Test
  func `S54: statistics tell how long a snapshot is held; afterwards its pages are used again`()
    throws
  {
    let store = try Store(directory.file("s"))
    func overwrite(_ times: Int) throws {
      for round in 0..<times / 100 {
        try store.write(.visible) { transaction in
          for i in 0..<100 {
            let value = [UInt8](repeating: UInt8(truncatingIfNeeded: round), count: 1000)
            try transaction["c"].put(value, forKey: i)
          }
        }
      }
    }
    try overwrite(200)
    let fresh = try store.statistics()
    let snapshot = try store.snapshot(named: "report")
    try overwrite(10_000)
    let held = try store.statistics()
    #expect(held.snapshots.map(\.name) == ["report"])
    #expect(held.snapshots.first.map { $0.age > .zero } == true)
    #expect(try held.snapshots.first?.revision == snapshot.revision)
    #expect(held.activeReaders >= 1)
    #expect(held.fileSize > fresh.fileSize * 4)
    snapshot.close()
    #expect(try store.statistics().snapshots.isEmpty)
    try overwrite(10_000)
    #expect(try store.statistics().fileSize <= held.fileSize + 64 * 4096)
  }

  @Test(arguments: [true, false])
  func `S55: a damaged store is refused, and its files stay as they are`(isTruncated: Bool) throws {
    let (path, before) = try damagedStore(isTruncated: isTruncated)
    expect(.damaged) { _ = try Store(path) }
    #expect(try contents(of: path + "/data.mdb") == before)
    #expect(try names(in: directory.path) == ["s"])
  }

  @Test(arguments: ["", "/"])
  func `S55: a damaged store is set aside for an empty one`(ending: String) throws {
    var options = StoreOptions()
    options.onDamage = .setAside
    for number in 0..<2 {
      let (path, before) = try damagedStore(isTruncated: number == 0)
      let store = try Store(path + ending, options: options)
      #expect(try store.collections().isEmpty)
      store.close()
      #expect(try contents(of: path + ".\(number).corrupt/data.mdb") == before)
      try remove(path)
    }
    #expect(try names(in: directory.path) == ["s.0.corrupt", "s.1.corrupt"])
  }

  private func damagedStore(isTruncated: Bool) throws -> (path: String, bytes: Data) {
    let path = directory.file("s")
    do {
      let store = try Store(path)
      try store.write { transaction in
        for i in 0..<1000 { try transaction["c"].put("value \(i)", forKey: i) }
      }
      store.close()
    }
    var bytes = try contents(of: path + "/data.mdb")
    if isTruncated {
      bytes = bytes.prefix(bytes.count / 2)
    } else {
      // Both meta pages say where the trees begin.
      for page in 0..<2 { bytes[page * 4096 + 40] ^= 0xFF }
    }
    try write(bytes, to: path + "/data.mdb")
    return (path, bytes)
  }

  @Test
  func `S57: names with dots and keys of any text are kept, listed and cleared together`() throws {
    let store = try Store(directory.file("s"))
    let keys = ["x.y", "p/q", "..", "\u{65E5}\u{672C}"]
    for name in keys { try store["a.b"].put(name, forKey: name) }
    try store["a"].put(1, forKey: "k")
    try store["ab"].put(1, forKey: "k")
    for name in keys { #expect(try store["a.b"].get(name) == name) }
    #expect(try store["a.b"].keys() == keys.map { key($0) }.sorted())
    #expect(try store.collections(below: "a") == ["a.b"])
    let cleared = try store.write { try $0.deleteAll(nested: "a") }
    #expect(cleared == 5)
    #expect(try store.collections() == ["ab"])
    #expect(try store["a.b"].get("x.y", as: String.self) == nil)
  }
}
