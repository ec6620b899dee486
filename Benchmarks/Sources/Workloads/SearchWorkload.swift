public import BenchHarness
internal import Searches

/// Texts are indexed, changed and searched.
public struct SearchWorkload: Workload {
  /// The short name.
  public let name = "search"
  /// One sentence for the report.
  public let about = """
    documents of three texts with about 74 generated words, common and rare as in real text: indexed, changed, and searched for the ten \
    best, of the same scores, by 200 queries of each sort; the middle and the 99th of a hundred
    """
  /// Each peer has rows of its own.
  public let valueSize = 0
  /// No peers of the other workloads.
  public let peers: [Peer]? = []
  /// Those who search.
  public let entrants: [Entrant]? = SearchPeer.measured.map {
    Entrant(name: $0.rawValue, about: $0.about)
  }
  /// FTS5 without and with texts.
  public let bases = [SearchPeer.fts5.rawValue, SearchPeer.fts5WithTexts.rawValue]

  /// Creates the workload.
  public init() {}

  /// Runs it.
  public func run(on stage: Stage) async throws {
    stage.note("writing documents")
    let run = try SearchRun(stage)
    try run.insertAtOnce()
    try run.search("")
    try run.insertInParts()
    try run.update()
    try run.end()
  }
}

/// The tasks.
private final class SearchRun {
  private let stage: Stage
  private let vocabulary: Vocabulary
  private let texts: SearchTexts
  private let questions: SearchQuestions
  private let contestants: [SearchContestant]
  private var count: Int { stage.sizes.searched }

  init(_ stage: Stage) throws {
    self.stage = stage
    vocabulary = Vocabulary(max(stage.sizes.searched * 9 / 5, 3_000), seed: 41)
    // Half as many again are there to change into.
    texts = SearchTexts(stage.sizes.searched * 3 / 2, of: vocabulary, seed: 42)
    questions = SearchQuestions(
      texts, vocabulary, each: min(200, stage.sizes.searched / 10), seed: 43)
    contestants = try SearchPeer.measured.map {
      SearchContestant(peer: $0, directory: try stage.spareDirectory("texts-\($0.rawValue)"))
    }
  }

  private func race(
    _ measures: [String], rounds: Int = .max, among: [SearchContestant]? = nil,
    _ laps: (SearchContestant, Int) throws -> [Lap]
  ) throws {
    let rounds = min(rounds, stage.sizes.rounds)
    try stage.race(
      measures, among: among ?? contestants, name: \.peer.rawValue, rounds: { _ in rounds },
      laps: laps)
  }

  /// Everything in one transaction, then the index alone of existing rows.
  func insertAtOnce() throws {
    try race(["insert in one transaction, a document"], rounds: 3) { contestant, _ in
      let store = try contestant.emptyStore()
      let (_, time) = try timed { try store.insert(texts, 0..<count, count) }
      return [Lap(count, time)]
    }
    let keeping = try contestants.filter { try $0.store().rebuild != nil }
    try race(["index build, a document"], rounds: 3, among: keeping) { contestant, _ in
      let store = try contestant.store()
      let (_, time) = try timed { try store.rebuild?() }
      return [Lap(count, time)]
    }
    for contestant in contestants {
      stage.note("compacting \(contestant.peer.rawValue)")
      stage.weigh(
        "index, compacted", contestant.peer.rawValue, Double(try contestant.store().compact()))
    }
  }

  /// In smaller transactions, into empty stores; the results are compared.
  func insertInParts() throws {
    let singles = min(stage.sizes.searchedSingles, count)
    try race(["insert, 1 to a transaction, a document"], rounds: 3) { contestant, _ in
      let store = try contestant.emptyStore()
      let (_, time) = try timed { try store.insert(texts, 0..<singles, 1) }
      return [Lap(singles, time)]
    }
    try race(["insert, 1,000 to a transaction, a document"], rounds: 3) { contestant, _ in
      let store = try contestant.emptyStore()
      let (_, time) = try timed { try store.insert(texts, 0..<count, 1_000) }
      return [Lap(count, time)]
    }
    try compare("after inserts")
  }

  /// Documents get other texts.
  func update() throws {
    var noise = Noise(seed: 44)
    var present = Array(0..<count)
    for (size, name, share) in [(1, "1", 100), (100, "100", 20), (1_000, "1,000", 20)] {
      let rounds = min(3, stage.sizes.rounds)
      let each = max(min(count / share, 10_000) / size, 1)
      let changes = (0..<rounds).map { _ in
        (0..<each).map { _ in
          SearchChange.some(min(size, count), &present, texts.articles.count, &noise)
        }
      }
      try race(["update, \(name) to a transaction, a document"], rounds: 3) { contestant, round in
        let store = try contestant.store()
        let (_, time) = try timed { for part in changes[round] { try store.update(texts, part) } }
        return [Lap(changes[round].reduce(0) { $0 + $1.count }, time)]
      }
    }
    for contestant in contestants {
      stage.note("compacting \(contestant.peer.rawValue)")
      stage.weigh(
        "index, updated and compacted", contestant.peer.rawValue,
        Double(try contestant.store().compact()))
    }
    try compare("after updates")
  }

  func search(_ suffix: String) throws {
    try compare("after one transaction")
    for group in SearchGroup.allCases {
      try race(["p50", "p99"].map { "\(group.rawValue), ten best\(suffix), \($0)" }) {
        contestant, _ in
        let store = try contestant.store()
        return try laps(of: questions[group]) { _ = try store.top($0, 10) }
      }
    }
    try race(["p50", "p99"].map { "common term, count\(suffix), \($0)" }) { contestant, _ in
      let store = try contestant.store()
      return try laps(of: questions[.common]) { _ = try store.count($0) }
    }
  }

  /// The middle and the 99th of a hundred of the best of three times of each query.
  private func laps(of queries: [String], _ ask: (String) throws -> Void) throws -> [Lap] {
    let times = try queries.map { query in
      try (0..<3).map { _ in try timed { try ask(query) }.1 }.min() ?? .zero
    }.sorted()
    return [times[times.count / 2], times[times.count * 99 / 100]].map { Lap(1, $0) }
  }

  /// What every peer finds is what the first finds.
  private func compare(_ when: String) throws {
    for group in SearchGroup.allCases {
      stage.note("comparing \(group.rawValue) \(when)")
      for query in questions[group] {
        let first = try contestants[0].store()
        let (count, top) = (try first.count(query), try first.top(query, 10))
        for contestant in contestants.dropFirst() {
          let store = try contestant.store()
          let found = try store.count(query)
          try contestant.expect(found, count, "\(query) \(when)")
          let hits = try store.top(query, 10)
          if !hits.isSame(as: top) {
            throw BenchFailure(
              "\(contestant.peer.rawValue): the ten best of \(query) \(when) are \(hits), expected \(top)"
            )
          }
        }
      }
    }
  }

  func end() throws {
    for contestant in contestants { try contestant.remove() }
  }
}

/// What documents are changed into.
private enum SearchChange {
  /// Chooses a number of different documents, and records the texts that they get.
  static func some(
    _ count: Int, _ present: inout [Int], _ texts: Int, _ noise: inout Noise
  ) -> [(id: Int, before: Int, after: Int)] {
    var chosen: Set<Int> = []
    while chosen.count < count {
      chosen.insert(Int.random(in: present.indices, using: &noise))
    }
    return chosen.sorted().map { index in
      let after = Int.random(in: 0..<texts, using: &noise)
      defer { present[index] = after }
      return (index + 1, present[index], after)
    }
  }
}

/// A peer with its store of documents.
private final class SearchContestant: StoreContestant<SearchStore> {
  let peer: SearchPeer

  init(peer: SearchPeer, directory: String) {
    self.peer = peer
    super.init(name: peer.rawValue, directory: directory) { try peer.open($0) }
  }
}
