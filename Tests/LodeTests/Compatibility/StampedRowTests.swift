import Foundation
import Lode
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

  /// Makes the fixture, once: `LODE_NEW_FIXTURE=stamps-1`.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["LODE_NEW_FIXTURE"] == "stamps-1"))
  func `the fixture is written`() throws {
    let fixture = try TestStore([Person.self, Note.self])
    try Self.write(to: fixture)
    try fixture.store.copy(to: Self.fixture.path, compacting: true)
    try? FileManager.default.removeItem(at: Self.fixture.appendingPathComponent("lock.mdb"))
  }
}
