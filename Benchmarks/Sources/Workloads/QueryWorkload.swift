public import BenchHarness
internal import Coders
internal import Models
public import PackageIndex

/// Typed objects are indexed, asked for by what is in them, and changed.
public struct QueryWorkload: Workload {
  /// The short name.
  public let name = "queries"
  /// One sentence for the report.
  public let about = """
    objects by what is in them: persons by city (one of a hundred), age, email and income, records of the package index by \
    section, installed size, checksum and size; every field of what is found is read, a time for each object, or query
    """
  /// Each peer has rows of its own.
  public let valueSize = 0
  /// No peers of the other workloads.
  public let peers: [Peer]? = []
  /// Those who keep indexes.
  public let entrants: [Entrant]? = ModelPeer.queried.map {
    Entrant(name: $0.rawValue, about: $0.aboutQueries)
  }
  /// The floor, and SQLite.
  public let bases = [ModelPeer.floor.rawValue, ModelPeer.sqlite.rawValue]

  private let input: RecordInput

  /// Creates the workload on some records.
  public init(_ input: RecordInput) { self.input = input }

  /// Runs it.
  public func run(on stage: Stage) async throws {
    stage.note("making persons")
    let persons = try ModelSet.persons(stage.sizes.queried)
    let tenth = try ModelSet.persons(stage.sizes.queried / 10)
    try QueryRun(tenth, stage, name: "a tenth of the persons") { try $0.openPersonQueries($1) }
      .runCounts()
    try QueryRun(persons, stage) { try $0.openPersonQueries($1) }.run()
    let records = PackageRecord.records(of: input, limit: stage.sizes.queried)
    if records.count < 100 { return }
    try QueryRun(ModelSet.packages(records), stage) { try $0.openPackageQueries($1) }.run()
  }
}

/// The tasks, with the objects of one type.
private final class QueryRun<Object: QuerySample> {
  private let samples: ModelSet<Object>
  private let name: String
  private let questions: QueryQuestions<Object>
  private let stage: Stage
  private let contestants: [QueryContestant<Object>]
  private var count: Int { samples.objects.count }

  init(
    _ samples: ModelSet<Object>, _ stage: Stage, name: String? = nil,
    open: @escaping (ModelPeer, String) throws -> QueryStore<Object>
  ) throws {
    self.samples = samples
    self.stage = stage
    let name = name ?? samples.name
    self.name = name
    questions = QueryQuestions(samples, seed: 31, gets: stage.sizes.gets)
    contestants = try ModelPeer.queried.map { peer in
      let directory = try stage.spareDirectory("\(name)-\(peer.rawValue)")
      return QueryContestant(peer: peer, directory: directory) { try open(peer, $0) }
    }
  }

  func run() throws {
    try insert(rounds: 3)
    try scan()
    try build(.order, "index build, numbers, an object")
    try build(.one, "index build, texts, an object")
    for contestant in contestants { try contestant.store().prepare() }
    try find()
    try counts()
    try update()
    for contestant in contestants { try contestant.remove() }
  }

  /// What it costs to count, alone.
  func runCounts() throws {
    try insert(rounds: 1)
    try counts()
    for contestant in contestants { try contestant.remove() }
  }

  private func race(
    _ measure: String, rounds: Int = .max,
    _ lap: (QueryContestant<Object>, Int) throws -> Lap
  ) throws {
    let rounds = min(rounds, stage.sizes.rounds)
    try stage.race(
      ["\(name), \(measure)"], among: contestants, name: \.peer.rawValue, rounds: { _ in rounds }
    ) { [try lap($0, $1)] }
  }

  /// Inserts into a store that has two indexes already.
  private func insert(rounds: Int) throws {
    try race("insert with two indexes, an object", rounds: rounds) { contestant, _ in
      let store = try contestant.emptyStore()
      try store.build(.many)
      try store.build(.second)
      let (_, time) = try timed {
        // A transaction of millions of rows would measure how dirty pages are spilled.
        for start in stride(from: 0, to: count, by: 200_000) {
          try store.insert(samples, start..<min(start + 200_000, count))
        }
      }
      return Lap(count, time)
    }
  }

  private func scan() throws {
    try race("scan with a predicate, an object that is looked at") { contestant, _ in
      try contestant.measure(questions.below, "scan", operations: count) {
        try $0.below(.scanned, questions.bound)
      }
    }
  }

  private func build(_ field: QueryField, _ measure: String) throws {
    try race(measure, rounds: 3) { contestant, round in
      let store = try contestant.store()
      if round > 0 { try store.drop(field) }
      let (_, time) = try timed { try store.build(field) }
      return Lap(count, time)
    }
  }

  private func find() throws {
    let questions = questions
    try race("equality, many objects, an object") { contestant, _ in
      try contestant.measure(questions.many.answer, "equality") {
        try $0.equal(.many, questions.many.values)
      }
    }
    try race("equality, one object, an object") { contestant, _ in
      try contestant.measure(questions.one.answer, "equality of one") {
        try $0.equal(.one, questions.one.values)
      }
    }
    try race("range with a limit of 100, an object") { contestant, _ in
      try contestant.measure(questions.ranges.answer, "range") {
        try $0.range(.order, questions.ranges.values, questions.rangeLimit)
      }
    }
    let both = questions.both
    try race("two indexes with AND, a query") { contestant, _ in
      try contestant.measure(both.answer, "AND", operations: both.values.values.count) {
        try $0.both(.many, both.values, .second, both.others)
      }
    }
    let times = max(stage.sizes.gets / 60, 2)
    var last = Digest()
    for _ in 0..<times { last.add(questions.last) }
    try race("ten last of an index, a query") { contestant, _ in
      try contestant.measure(last, "last", operations: times) {
        try $0.last(.order, questions.lastLimit, times)
      }
    }
  }

  private func counts() throws {
    let (many, between) = (questions.many, questions.between)
    try count("count of a value, by an index", many.answer.count, many.values.values.count) {
      try $0.count(.many, many.values)
    }
    try count("count of a range, by an index", between.answer.count, between.values.values.count) {
      try $0.countBetween(.second, between.values, between.others)
    }
    for contestant in contestants {
      try contestant.store().keepCounts(.many)
      try contestant.store().keepCounts(.second)
    }
    try count("count of a value, counts kept", many.answer.count, many.values.values.count) {
      try $0.count(.many, many.values)
    }
    try count("count of a range, counts kept", between.answer.count, between.values.values.count) {
      try $0.countBetween(.second, between.values, between.others)
    }
    for contestant in contestants {
      try contestant.store().dropCounts(.many)
      try contestant.store().dropCounts(.second)
    }
  }

  private func count(
    _ measure: String, _ answer: Int, _ queries: Int, _ body: (QueryStore<Object>) throws -> Int
  ) throws {
    try race("\(measure), a query") { contestant, _ in
      let store = try contestant.store()
      let (found, time) = try timed { try body(store) }
      try contestant.expect(found, answer, measure)
      return Lap(queries, time)
    }
  }

  /// Changes a tenth of the objects in each round, and looks at everything afterwards.
  private func update() throws {
    let changes = try QueryChanges(
      samples, rounds: stage.sizes.rounds, each: min(count / 10, 50_000), seed: 32)
    try race("update of an indexed field, an object") { contestant, round in
      let (keys, numbers) = changes.rounds[round]
      let store = try contestant.store()
      let (found, time) = try timed { try store.update(keys, numbers) }
      try contestant.expect(found, keys.count, "update")
      return Lap(keys.count, time)
    }
    let after = QueryQuestions(changes.result, seed: 33, gets: 6_000)
    for contestant in contestants {
      stage.note("\(name), checking \(contestant.peer.rawValue)")
      let store = try contestant.store()
      try contestant.expect(
        try store.below(.scanned, .max), changes.result.digest(count), "all objects")
      try contestant.expect(
        try store.both(.many, after.both.values, .second, after.both.others), after.both.answer,
        "AND after updates")
      try contestant.expect(
        try store.countBetween(.second, after.between.values, after.between.others),
        after.between.answer.count, "count after updates")
    }
  }
}

/// A peer with its store of objects that are asked for.
private final class QueryContestant<Object: QuerySample>: StoreContestant<QueryStore<Object>> {
  let peer: ModelPeer

  init(peer: ModelPeer, directory: String, open: @escaping (String) throws -> QueryStore<Object>) {
    self.peer = peer
    super.init(name: peer.rawValue, directory: directory, open: open)
  }

  /// Times what must find some objects: for each of these, unless operations are counted.
  func measure(
    _ answer: Digest, _ what: String, operations: Int? = nil,
    _ body: (QueryStore<Object>) throws -> Digest
  ) throws -> Lap {
    let store = try store()
    let (digest, time) = try timed { try body(store) }
    try expect(digest, answer, what)
    return Lap(operations ?? digest.count, time)
  }
}
