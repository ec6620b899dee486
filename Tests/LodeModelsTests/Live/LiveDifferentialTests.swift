import Foundation
import LodeModels
import LodeTestSupport
import LodeTestTags
import Testing

/// Random commits under random live queries, against the same query run afresh.
///
/// A seed repeats a run: `LODE_SEED=7 swift test --filter LiveDifferentialTests`. A case is one
/// compared update; `LODE_EFFORT=full` compares 100,000.
@Suite("Live queries against fresh queries", .tags(.slow, .random))
struct LiveDifferentialTests {
  private static let cases = Effort.current == .full ? 100_000 : rounds(16_000)

  @Test func `a consumer that takes each change`() async throws {
    try await compare(Self.cases / 2, mostSkipped: 0)
  }

  @Test func `a consumer that takes a change now and then`() async throws {
    try await compare(Self.cases / 2, mostSkipped: 50)
  }

  private func compare(_ cases: Int, mostSkipped: Int) async throws {
    var random = SeededGenerator()
    print("seed \(random.seed)")
    var compared = 0
    while compared < cases {
      var walk = try await LiveWalk(random: random)
      for _ in 0..<60 {
        for _ in 0...Int.random(in: 0...mostSkipped, using: &walk.commits.random) {
          try await walk.commits.commit()
        }
        compared += try await walk.compare("seed \(random.seed)")
      }
      random = walk.commits.random
      walk.store.close()
    }
    print("\(compared) updates")
  }
}

/// One live query, and the rows that its consumer has.
private struct Subscriber {
  let query: Query<Item>
  var iterator: LiveSequence<LiveUpdate<Item>>.AsyncIterator
  var list: [Item] = []
}

/// A store with live queries and random commits.
private struct LiveWalk {
  var commits: RandomCommits
  var store: Store { commits.store }
  private var subscribers: [Subscriber] = []

  init(random: SeededGenerator) async throws {
    commits = try RandomCommits(random: random)
    for _ in 0..<30 { try await commits.commit() }
    for _ in 0..<4 {
      let query = commits.makeQuery()
      var subscriber = Subscriber(
        query: query, iterator: commits.store.live(query).makeAsyncIterator())
      let first = try #require(try await subscriber.iterator.next())
      #expect(first.change == .initial)
      #expect(try await first.rows == store.fetch(query))
      subscriber.list = first.rows
      subscribers.append(subscriber)
    }
  }

  /// Takes the next update of each live query with another result, and returns the number of
  /// updates.
  mutating func compare(_ seed: String) async throws -> Int {
    var count = 0
    for index in subscribers.indices {
      let query = subscribers[index].query
      let expected = try await store.fetch(query)
      // An update without a difference would come before the next one, and be found then.
      if expected == subscribers[index].list { continue }
      let update = try #require(try await subscribers[index].iterator.next())
      let changes = try #require(update.changes)
      let old = subscribers[index].list
      let comment: Comment = "\(seed): \(query), \(changes.log), \(old) to \(expected)"
      #expect(update.rows == expected, comment)
      #expect(try update.revision == store.revision, comment)
      #expect(!changes.isEmpty, comment)
      update.apply(to: &subscribers[index].list)
      #expect(subscribers[index].list == expected, comment)
      #expect(old.applying(update.difference(from: old)) == expected, comment)
      changes.check(from: old, to: expected, comment)
      // After a failure, the walk goes on with the right rows.
      subscribers[index].list = expected
      count += 1
    }
    return count
  }
}
