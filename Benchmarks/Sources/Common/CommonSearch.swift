internal import BenchHarness
internal import Searches

/// Documents are found by their words.
struct CommonSearch: CommonWorkload {
  let name = "search"
  let about = """
    documents of three texts with about 74 generated words are inserted in one transaction and searched for the ten best, of the same scores; a \
    time for each document, or for the median query; LMDB cannot search
    """

  func run(on stage: Stage) async throws {
    let count = stage.sizes.searched
    stage.note("writing documents")
    let vocabulary = Vocabulary(max(count * 9 / 5, 3_000), seed: 41)
    let texts = SearchTexts(count, of: vocabulary, seed: 42)
    let questions = SearchQuestions(texts, vocabulary, each: min(50, count / 10), seed: 43)
    let peers = CommonPeer.allCases.filter { $0.search != nil }
    let runners = try stage.runners("texts", peers) { peer, directory in
      try (peer.search ?? .lodeDefault).open(directory)
    }
    try stage.race("insert a document", runners, rounds: 3) { runner, _ in
      let store = try runner.emptyStore()
      let (_, time) = try timed { try store.insert(texts, 0..<count, count) }
      return Lap(count, time)
    }
    try compare(questions, runners, stage)
    for group in SearchGroup.allCases {
      try stage.race("\(group.rawValue), ten best", runners, rounds: 3) { runner, _ in
        let store = try runner.store()
        return try median(of: questions[group]) { _ = try store.top($0, 10) }
      }
    }
    try stage.race("common term, count", runners, rounds: 3) { runner, _ in
      let store = try runner.store()
      return try median(of: questions[.common]) { _ = try store.count($0) }
    }
    for runner in runners { try runner.remove() }
  }

  private func median(of queries: [String], _ ask: (String) throws -> Void) throws -> Lap {
    let times = try queries.map { query in try timed { try ask(query) }.1 }.sorted()
    return Lap(1, times[times.count / 2])
  }

  /// Throws unless every peer finds what the first finds.
  private func compare(
    _ questions: SearchQuestions, _ runners: [Runner<SearchStore>], _ stage: Stage
  ) throws {
    for group in SearchGroup.allCases {
      stage.note("comparing answers, \(group.rawValue)")
      for query in questions[group] {
        let first = try runners[0].store()
        let (count, top) = (try first.count(query), try first.top(query, 10))
        for runner in runners.dropFirst() {
          let store = try runner.store()
          try runner.expect(try store.count(query), count, "the count of \(query)")
          let hits = try store.top(query, 10)
          if !hits.isSame(as: top) {
            throw BenchFailure(
              "\(runner.peer.rawValue): the ten best of \(query) are \(hits), expected \(top)")
          }
        }
      }
    }
  }
}
