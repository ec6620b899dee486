internal import BenchHarness
internal import Coders
internal import Models

/// Objects are found by indexed fields.
struct CommonQuery: CommonWorkload {
  let name = "query"
  let about = """
    persons are found by indexes on city, age, email and income; every field of a person that was found is read; a time for each person, or for \
    each query
    """

  let persons: ModelSet<Citizen>

  func run(on stage: Stage) async throws {
    let questions = QueryQuestions(persons, seed: 31, gets: stage.sizes.gets)
    let runners = try stage.runners("persons") { try $0.models.openPersonQueries($1) }
    for runner in runners {
      stage.note("loading persons and building four indexes, \(runner.peer.rawValue)")
      let store = try runner.store()
      try store.insert(persons, 0..<persons.objects.count)
      for field in [QueryField.many, .second, .one, .order] { try store.build(field) }
      try store.prepare()
    }
    try find(questions, runners, stage)
    try ask(questions, runners, stage)
    for runner in runners { try runner.remove() }
  }

  /// A time for each object that is found.
  private func find(
    _ questions: QueryQuestions<Citizen>, _ runners: [Runner<QueryStore<Citizen>>], _ stage: Stage
  ) throws {
    func race(
      _ measure: String, _ answer: Digest, _ body: (QueryStore<Citizen>) throws -> Digest
    ) throws {
      try stage.race(measure, runners) { runner, _ in
        let store = try runner.store()
        let (digest, time) = try timed { try body(store) }
        try runner.expect(digest, answer, measure)
        return Lap(digest.count, time)
      }
    }
    try race("city, a person", questions.many.answer) { try $0.equal(.many, questions.many.values) }
    try race("email, a person", questions.one.answer) { try $0.equal(.one, questions.one.values) }
    try race("a hundred by income, a person", questions.ranges.answer) {
      try $0.range(.order, questions.ranges.values, questions.rangeLimit)
    }
  }

  /// A time for each query.
  private func ask(
    _ questions: QueryQuestions<Citizen>, _ runners: [Runner<QueryStore<Citizen>>], _ stage: Stage
  ) throws {
    let both = questions.both
    try stage.race("city and age, a query", runners) { runner, _ in
      let store = try runner.store()
      let (digest, time) = try timed { try store.both(.many, both.values, .second, both.others) }
      try runner.expect(digest, both.answer, "city and age")
      return Lap(both.values.values.count, time)
    }
    let times = max(stage.sizes.gets / 60, 2)
    var last = Digest()
    for _ in 0..<times { last.add(questions.last) }
    try stage.race("ten highest incomes, a query", runners) { runner, _ in
      let store = try runner.store()
      let (digest, time) = try timed { try store.last(.order, questions.lastLimit, times) }
      try runner.expect(digest, last, "ten highest incomes")
      return Lap(times, time)
    }
    let many = questions.many
    try stage.race("count of a city, a query", runners) { runner, _ in
      let store = try runner.store()
      let (count, time) = try timed { try store.count(.many, many.values) }
      try runner.expect(count, many.answer.count, "count of a city")
      return Lap(many.values.values.count, time)
    }
  }
}
