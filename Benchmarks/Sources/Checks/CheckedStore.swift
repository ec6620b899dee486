public import BenchHarness
internal import Foundation
internal import LodeCoding
internal import LodeLMDB
internal import LodeStore

/// A store of one collection, opened with different checks.
public struct CheckedStore {
  private let directory: String
  private let rows: Rows
  private static let collection = "rows"

  /// Creates a store with rows in the order of their keys.
  public init(_ directory: String, _ rows: Rows) throws {
    self.directory = directory
    self.rows = rows
    let store = try Self.open(directory, .automatic, .off)
    defer { store.close() }
    for start in stride(from: 0, to: rows.count, by: 100_000) {
      try store.write { transaction in
        let collection = transaction[Self.collection]
        for index in start..<min(start + 100_000, rows.count) {
          let (key, value) = (rows.key(index), rows.value(index))
          try collection.append(value.copied(), forKey: RawKey(key))
        }
      }
    }
  }

  /// Opens the store, gets one row, and returns the time of the opening.
  public func opening(_ check: Check) throws -> Duration {
    let (store, time) = try timed { try Self.open(directory, check.checking, .off) }
    defer { store.close() }
    try get(rows.count / 2, from: store)
    return time
  }

  /// Returns the 99th percentile of gets before the scrubber begins, and while the scrubber runs.
  public func getsBesideScrubber(_ count: Int) throws -> (before: Duration, during: Duration) {
    let store = try Self.open(directory, .automatic, .automatic)
    defer { store.close() }
    // A pass rests while its store is closed, and goes on later.
    let rest = store.health.scrub
    var noise = Noise(seed: 72)
    // The first gets after opening read the pages into this process.
    _ = try slowest(of: count, from: store, &noise)
    let before = try slowest(of: count, from: store, &noise)
    guard store.health.scrub == rest else { throw BenchFailure("the scrubber began too early") }
    let deadline = ContinuousClock.now + .seconds(30)
    while store.health.scrub == rest {
      guard ContinuousClock.now < deadline else { throw BenchFailure("the scrubber did not begin") }
      // A store at rest is checked ten times as fast, so the gets do not pause.
      _ = try slowest(of: 100, from: store, &noise)
    }
    let during = try slowest(of: count, from: store, &noise)
    guard case .running = store.health.scrub, store.health.isSound else {
      throw BenchFailure("the scrubber ended during the gets, or found damage")
    }
    return (before, during)
  }

  private func slowest(
    of count: Int, from store: Store, _ noise: inout Noise
  ) throws -> Duration {
    let times = try (0..<count).map { _ in
      let index = Int.random(in: 0..<rows.count, using: &noise)
      return try timed { try get(index, from: store) }.1
    }
    return times.sorted()[count * 99 / 100]
  }

  private func get(_ index: Int, from store: Store) throws {
    let rows = rows
    let bytes = rows.key(index)
    let key = RawKey(bytes)
    let isEqual = try store.read { transaction in
      try transaction[Self.collection].withBytes(key) {
        rows.value(index, equals: $0)
      }
    }
    if isEqual != true { throw BenchFailure("row \(index) is not what it should be") }
  }

  private static func open(
    _ directory: String, _ checking: Checking, _ scrubbing: Scrubbing
  ) throws -> Store {
    var options = StoreOptions()
    options.compression = .off
    options.mapSize = 64 << 30
    options.checking = checking
    options.scrubbing = scrubbing
    return try Store(directory, options: options)
  }
}

/// The checks of an opening, as the report names them.
public enum Check: String, CaseIterable {
  /// The meta pages and the roots, which is enough for a file that was closed well.
  case quick = "quick-check"
  /// Every page.
  case full = "full-check"

  var checking: Checking {
    switch self {
    case .quick: .automatic
    case .full: .full
    }
  }
}
