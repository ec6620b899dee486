import Foundation
import LodeStore
import LodeTestSupport
import Testing

@Suite("Stores that earlier versions wrote are read, and written to")
struct CompatibilityTests {
  private static let stores = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Stores")

  /// Updating Lode keeps the contents of the file.
  @Test(arguments: ["archives-1"])
  func `a store of that version has everything that was put into it`(_ name: String) throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("s")
    try FileManager.default.copyItem(
      at: Self.stores.appendingPathComponent(name), to: URL(fileURLWithPath: path))
    let store = try Store(path)
    try FixtureContents.expect(in: store)
    try store["people"].put(FixtureContents.person(7), forKey: 1_000)
    #expect(try store["people"].get(1_000, as: FixturePerson.self) == FixtureContents.person(7))
    #expect(try store.verify().isSound)
  }

  @Test func `this version writes what it expects of earlier ones`() throws {
    let fixture = try TestStore()
    try FixtureContents.write(to: fixture.store)
    try FixtureContents.expect(in: fixture.store)
  }

  /// Makes the store of a new version:
  /// `LODE_NEW_FIXTURE=NAME Tests/run --filter CompatibilityTests`.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["LODE_NEW_FIXTURE"] != nil))
  func `a new store is written beside the others`() throws {
    let name = try #require(ProcessInfo.processInfo.environment["LODE_NEW_FIXTURE"])
    let target = Self.stores.appendingPathComponent(name)
    #expect(!FileManager.default.fileExists(atPath: target.path))
    let fixture = try TestStore()
    try FixtureContents.write(to: fixture.store)
    try FileManager.default.createDirectory(at: Self.stores, withIntermediateDirectories: true)
    try fixture.store.copy(to: target.path, compacting: true)
    // Another process's slots are of no use to anybody.
    try? FileManager.default.removeItem(at: target.appendingPathComponent("lock.mdb"))
  }
}
