public import BenchHarness
internal import Foundation
internal import LodeModels
internal import LodeStore

/// What others notice of an online migration, and what readers notice of rows that wait.
public struct BesideUse {
  private let directory: String
  private let settlers: [SettlerFields]

  /// Measures with stores in a directory, each of which it makes with these persons.
  public init(_ directory: String, _ settlers: [SettlerFields]) {
    self.directory = directory
    self.settlers = settlers
  }

  /// What `online()` measures.
  public static let onlineMeasures = ["migrating", "migrated"].flatMap { state in
    ["get by key", "write of one row"].flatMap { call in
      ["p50", "p99"].map { "\(call), \(state) online, \($0)" }
    }
  }

  /// The middle and the 99th of a hundred calls of others while rows are migrated and their index
  /// is made, and of as long a time afterwards.
  public func online() throws -> [Lap] {
    try atOpenMigration.fill(directory, settlers)
    let (during, after) = try migratingOnline(directory) { store, finish in
      let (during, time) = try timed { try Bystanders(store, settlers).times(during: finish) }
      let after = try Bystanders(store, settlers).times { usleep(UInt32(time / .microseconds(1))) }
      return (during, after)
    }
    try check()
    return [during, after].flatMap { laps($0.reads) + laps($0.writes) }
  }

  /// What `lazy()` measures.
  public static let lazyMeasures =
    ["waiting", "migrated"].flatMap { ["read all, \($0), a row", "get by key, \($0), p50"] }

  /// Reads of rows that wait, and of the same when they are migrated.
  public func lazy() throws -> [Lap] {
    try atOpenMigration.fill(directory, settlers)
    let store = try Store(
      settlersPath(directory), models: [Settler.self], migrations: Settler.plan,
      migrating: .lazy)
    defer { store.close() }
    let waiting = try reads(of: store)
    let done = try store.migrateRows()
    guard done.migratedRows == settlers.count else {
      throw BenchFailure("\(done.migratedRows) of \(settlers.count) rows waited")
    }
    return waiting + (try reads(of: store))
  }

  private func reads(of store: Store) throws -> [Lap] {
    let (digest, all) = try timed {
      try store.read { transaction in
        var digest = Digest()
        try transaction.forEach(Settler.self) { digest.add(sum: $0.sum) }
        return digest
      }
    }
    if digest != Digest(settlers, again: nil) {
      throw BenchFailure("rows are not what they should be")
    }
    var noise = Noise(seed: 63)
    let times = try (0..<min(settlers.count, 20_000)).map { _ in
      let settler = settlers[Int.random(in: settlers.indices, using: &noise)]
      let (found, time) = try timed { try store.read { try $0.get(Settler.self, settler.id) } }
      guard found?.sum == settler.sum else { throw BenchFailure("a settler is not there") }
      return time
    }
    return [Lap(settlers.count, all), laps(times)[0]]
  }

  private func check() throws {
    if try atOpenMigration.read(directory) != Digest(settlers) {
      throw BenchFailure("rows are not what they should be")
    }
  }

  private func laps(_ times: [Duration]) -> [Lap] {
    let sorted = times.sorted()
    return [sorted[sorted.count / 2], sorted[sorted.count * 99 / 100]].map { Lap(1, $0) }
  }
}
