internal import BenchHarness
internal import Dispatch
internal import LodeCoding
internal import LodeModels
internal import LodeStore

/// Where a store is in a directory.
func settlersPath(_ directory: String) -> String { directory + "/settlers.lode" }

@Sendable private func fill(_ directory: String, _ settlers: [SettlerFields]) throws {
  let store = try Store(settlersPath(directory), models: [OldSettler.self])
  defer { store.close() }
  for start in stride(from: 0, to: settlers.count, by: 100_000) {
    let part = settlers[start..<min(start + 100_000, settlers.count)].map(OldSettler.init)
    try store.write { try $0.insert(contentsOf: part) }
  }
}

@Sendable private func read(_ directory: String) throws -> Digest {
  var options = StoreOptions()
  options.requiresIndexes = true
  let store = try Store(
    settlersPath(directory), models: [Settler.self], migrations: Settler.plan, options: options)
  defer { store.close() }
  return try store.read { transaction in
    var digest = Digest()
    try transaction.forEach(Settler.self) { digest.add(sum: $0.sum) }
    let city = Condition.comparison(
      .path(ArchivePath(["city"])), .equal, .value(.string(SettlerFields.harbour)))
    try transaction.forEach(Query(Settler.self, Selection(city))) { digest.add(sum: $0.sum) }
    return digest
  }
}

/// Every row is read, changed and written by the program.
let byHandMigration = MigrationStore(
  fill: fill,
  migrate: { directory in
    let store = try Store(settlersPath(directory))
    defer { store.close() }
    try store.write { transaction in
      let old = try transaction.fetch(OldSettler.self)
      for settler in old { try transaction.put(Settler(settler)) }
    }
    try store.buildIndexes(of: Settler.collectionName)
  }, read: read)

/// The engine does it when the store is opened.
let atOpenMigration = MigrationStore(
  fill: fill,
  migrate: { directory in
    let store = try Store(settlersPath(directory), models: [Settler.self], migrations: Settler.plan)
    defer { store.close() }
    try store.buildIndexes(of: Settler.collectionName)
  }, read: read)

/// Opens the store in a directory for an online migration.
///
/// Passes the store, and a call that returns when all rows are migrated and the index is built.
func migratingOnline<R>(
  _ directory: String, _ body: (Store, () throws -> Void) throws -> R
) throws -> R {
  let isDone = DispatchSemaphore(value: 0)
  var options = MigrationOptions.online
  options.progress = { if $0.isDone { isDone.signal() } }
  let store = try Store(
    settlersPath(directory), models: [Settler.self], migrations: Settler.plan, migrating: options)
  defer { store.close() }
  return try body(store) {
    if isDone.wait(timeout: .now() + 600) == .timedOut {
      throw BenchFailure("the online migration did not end")
    }
    try store.buildIndexes(of: Settler.collectionName)
  }
}

/// The engine does it beside the use of the store.
let onlineMigration = MigrationStore(
  fill: fill, migrate: { try migratingOnline($0) { _, finish in try finish() } }, read: read)
