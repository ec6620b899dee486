import Foundation
import LodeModels
import LodeStore
import LodeTestSupport
import LodeTestTags
import Testing

/// Migrations in a process that is killed during them; `LODE_KILLS=200` sets the number of kills.
@Suite("A migration whose process is killed", .serialized, .tags(.slow, .random, .crash, .process))
struct MigrationKillTests {
  private static let rows = 1_500
  private let kills = environmentVariable("LODE_KILLS").flatMap(Int.init) ?? rounds(6)
  private let directory: TemporaryDirectory
  /// A store of the first version.
  private var old: String { directory.file("old") }

  init() throws {
    directory = try TemporaryDirectory()
    #expect(try Self.child("make", old, "\(Self.rows)") == ["made"])
  }

  private static func child(_ arguments: String...) throws -> [String] {
    try ChildProcess(program: "migration-child", arguments).finish()
  }

  private func copy(of path: String, as name: String) throws -> String {
    let copy = directory.file(name)
    try? FileManager.default.removeItem(atPath: copy)
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    return copy
  }

  @Test func `at open: all of it happened or nothing, and the next opening completes it`() throws {
    let unkilled = try copy(of: old, as: "unkilled")
    let start = ContinuousClock.now
    #expect(try Self.child("open", unkilled) == ["opening", "opened"])
    let duration = (ContinuousClock.now - start) / .seconds(1)
    let (before, after) = try (MigratedStore(old), MigratedStore(unkilled))
    #expect(before.rows["places"] == nil && after.rows["places"]?.count == Self.rows)

    var random = SeededGenerator()
    var whole = 0
    for kill in 0..<kills {
      let comment: Comment = "seed \(random.seed), kill \(kill)"
      let path = try copy(of: old, as: "killed")
      let child = try ChildProcess(program: "migration-child", ["open", path])
      #expect(child.line() == "opening")
      Thread.sleep(forTimeInterval: .random(in: 0...duration, using: &random))
      child.kill()
      let found = try MigratedStore(path)
      #expect(found.rows == before.rows || found.rows == after.rows, comment)
      if found.rows == after.rows { whole += 1 }
      #expect(try Self.child("open", path) == ["opening", "opened"], comment)
      #expect(try MigratedStore(path) == after, comment)
    }
    print("\(kills) kills, \(whole) of them after the commit")
  }

  @Test
  func `an online migration: killed time and again it goes on where it was, and comes to the same`()
    throws
  {
    let unkilled = try copy(of: old, as: "unkilled")
    let start = ContinuousClock.now
    #expect(try Self.child("migrate", unkilled).contains("done"))
    let duration = (ContinuousClock.now - start) / .seconds(1)
    let after = try MigratedStore(unkilled)

    var random = SeededGenerator()
    var (left, histories) = (kills, 0)
    while left > 0 {
      histories += 1
      let path = try copy(of: old, as: "killed")
      for _ in 0..<Int.random(in: 1...min(left, 5), using: &random) {
        let comment: Comment = "seed \(random.seed), \(left) kills left"
        let child = try ChildProcess(program: "migration-child", ["migrate", path])
        #expect(child.line() == "opening")
        Thread.sleep(forTimeInterval: .random(in: 0...duration / 2, using: &random))
        child.kill()
        left -= 1
        // Every row is there, as it was or as it is to be.
        let found = try MigratedStore(path)
        let towns = try #require(found.rows["towns"], comment)
        #expect(towns.count == Self.rows, comment)
        for (key, archive) in towns {
          let version = archive.root.object?.version
          if version == 3 { continue }
          #expect(version.map { (1...2).contains($0) } == true, comment)
          #expect(archive.root["id"] == after.rows["towns"]?[key]?.root["id"], comment)
        }
      }
      #expect(try Self.child("migrate", path).contains("done"))
      #expect(try MigratedStore(path) == after, "seed \(random.seed), \(left) kills left")
    }
    print("\(kills) kills in \(histories) migrations")
  }
}

/// What a store has, as a program without models sees it; making one checks the store.
private struct MigratedStore: Equatable {
  /// Of each collection its rows' archives, under their keys.
  var rows: [String: [RowKey: Archive]] = [:]
  var indexes: [String: [IndexDescription]] = [:]

  init(_ path: String) throws {
    let store = try Store(path)
    defer { store.close() }
    let report = try store.verify()
    #expect(report.problems == [])
    try store.read { transaction in
      for name in try transaction.collections() {
        let collection = transaction[name]
        for key in try collection.keys() {
          rows[name, default: [:]][key] = try collection.archive(key)
        }
        indexes[name] = try transaction.indexes(of: name)
      }
    }
  }
}
