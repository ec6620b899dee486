internal import BenchHarness
internal import Coders
internal import Models

/// All objects are read.
struct CommonScan: CommonWorkload {
  let name = "scan"
  let about = """
    all objects are read, a time for each: every field of persons and of records of the package index, and one field of all persons, of which \
    one in a hundred is chosen without an index
    """
  let persons: ModelSet<Citizen>
  let packages: ModelSet<PackageRecord>

  func run(on stage: Stage) async throws {
    try scan(persons, "a person", stage) { try $0.models.openPersons($1) }
    try filter(persons, stage)
    if packages.objects.isEmpty { return }
    try scan(packages, "a package record", stage) { try $0.models.openPackages($1) }
  }

  private func scan<Object>(
    _ set: ModelSet<Object>, _ measure: String, _ stage: Stage,
    open: @escaping (CommonPeer, String) throws -> ModelStore<Object>
  ) throws {
    let (count, digest) = (set.objects.count, set.digest(set.objects.count))
    let runners = try stage.runners(set.name, open: open)
    for runner in runners {
      stage.note("loading \(set.name), \(runner.peer.rawValue)")
      _ = try runner.store().insert(set, count)
    }
    try stage.race(measure, runners) { runner, _ in
      let store = try runner.store()
      let (found, time) = try timed { try store.scan() }
      try runner.expect(found, digest, "scan")
      return Lap(count, time)
    }
    for runner in runners { try runner.remove() }
  }

  private func filter(_ set: ModelSet<Citizen>, _ stage: Stage) throws {
    let questions = QueryQuestions(set, seed: 31, gets: stage.sizes.gets)
    let runners = try stage.runners("filtered") { try $0.models.openPersonQueries($1) }
    for runner in runners {
      stage.note("loading persons, \(runner.peer.rawValue)")
      try runner.store().insert(set, 0..<set.objects.count)
    }
    try stage.race("a person, one of a hundred chosen", runners) { runner, _ in
      let store = try runner.store()
      let (found, time) = try timed { try store.below(.scanned, questions.bound) }
      try runner.expect(found, questions.below, "scan with a condition")
      return Lap(set.objects.count, time)
    }
    for runner in runners { try runner.remove() }
  }
}
