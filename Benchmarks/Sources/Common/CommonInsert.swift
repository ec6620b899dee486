internal import BenchHarness
internal import Coders
internal import Models

/// Objects are inserted.
struct CommonInsert: CommonWorkload {
  let name = "insert"
  let about = """
    objects are inserted in one transaction and are on disk when it ends, a time for each object: persons of ten fields with 350 bytes of \
    text, the same with indexes on city and age, and the records of the package index
    """
  let persons: ModelSet<Citizen>
  let packages: ModelSet<PackageRecord>

  func run(on stage: Stage) async throws {
    try insert(persons, "a person", stage) { try $0.models.openPersons($1) }
    try insertIndexed(persons, stage)
    if packages.objects.isEmpty { return }
    try insert(packages, "a package record", stage) { try $0.models.openPackages($1) }
  }

  private func insert<Object>(
    _ set: ModelSet<Object>, _ measure: String, _ stage: Stage,
    open: @escaping (CommonPeer, String) throws -> ModelStore<Object>
  ) throws {
    let runners = try stage.runners(set.name, open: open)
    let (count, digest) = (set.objects.count, set.digest(set.objects.count))
    try stage.race(measure, runners, rounds: 3) { runner, _ in
      let store = try runner.emptyStore()
      let (_, time) = try timed { try store.insert(set, count) }
      try runner.expect(try store.scan(), digest, "the \(set.name) that were inserted")
      // What goes on behind a commit ends here, outside of the clock of the next runner.
      try runner.close()
      return Lap(count, time)
    }
    for runner in runners {
      stage.weigh(
        "file of \(count) \(set.name)", runner.peer.rawValue,
        Double(try fileBytes(in: runner.directory)))
      try runner.expect(
        try runner.store().countEqual(set, count), count, "\(set.name) that are what they were")
      try runner.remove()
    }
  }

  private func insertIndexed(_ set: ModelSet<Citizen>, _ stage: Stage) throws {
    let runners = try stage.runners("indexed") { try $0.models.openPersonQueries($1) }
    let (count, digest) = (set.objects.count, set.digest(set.objects.count))
    try stage.race("a person, two indexes", runners, rounds: 3) { runner, _ in
      let store = try runner.emptyStore()
      try store.build(.many)
      try store.build(.second)
      let (_, time) = try timed { try store.insert(set, 0..<count) }
      try runner.expect(try store.below(.scanned, .max), digest, "the persons that were inserted")
      try runner.close()
      return Lap(count, time)
    }
    for runner in runners { try runner.remove() }
  }
}
