internal import BenchHarness
internal import Coders
internal import Models

/// Objects are read by their keys.
struct CommonGet: CommonWorkload {
  let name = "get"
  let about = """
    objects are read by their keys in random order, a time for each: persons by UUID, in one snapshot and in a snapshot each, and records of \
    the package index by name; every field is read
    """
  let persons: ModelSet<Citizen>
  let packages: ModelSet<PackageRecord>

  func run(on stage: Stage) async throws {
    try get(persons, "a person", alsoEach: true, stage) { try $0.models.openPersons($1) }
    if packages.objects.isEmpty { return }
    try get(packages, "a package record", stage) { try $0.models.openPackages($1) }
  }

  private func get<Object>(
    _ set: ModelSet<Object>, _ measure: String, alsoEach: Bool = false, _ stage: Stage,
    open: @escaping (CommonPeer, String) throws -> ModelStore<Object>
  ) throws {
    let count = set.objects.count
    let runners = try stage.runners(set.name, open: open)
    for runner in runners {
      stage.note("loading \(set.name), \(runner.peer.rawValue)")
      _ = try runner.store().insert(set, count)
    }
    var noise = Noise(seed: 21)
    let keys = set.keys(
      (0..<stage.sizes.gets).map { _ in Int.random(in: 0..<count, using: &noise) })
    try stage.race(measure, runners) { runner, _ in
      let store = try runner.store()
      let (digest, time) = try timed { try store.get(keys) }
      try runner.expect(digest, keys.digest, "get")
      return Lap(keys.count, time)
    }
    if alsoEach {
      try stage.race("\(measure), a snapshot each", runners) { runner, _ in
        let store = try runner.store()
        let (digest, time) = try timed { try store.getEach(keys) }
        try runner.expect(digest, keys.digest, "get in a snapshot each")
        return Lap(keys.count, time)
      }
    }
    for runner in runners { try runner.remove() }
  }
}
