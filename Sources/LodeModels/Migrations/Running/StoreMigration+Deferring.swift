internal import LodeCoding
internal import LodeStore

// Rows that Lode migrates after opening the store: the rows of the last `MigrationPlan.Stage`,
// which follows all store steps.
extension StoreMigration {
  /// Marks the rows of a stage as pending, but migrates collections whose rows get other keys at
  /// once.
  mutating func deferRows(
    _ transaction: inout WriteTransaction, _ stage: MigrationPlan.Stage, _ digest: UInt64,
    _ old: MigrationRecords
  ) throws {
    let chains = StepChains(stage.rows, renaming: known)
    let stale = staleSchemas(transaction.scope, chains)
    if stale.isEmpty { return }
    var moved = collectionsOfOtherKeys(old)
    for model in known.allModels where !moved.contains(model.collectionName) {
      let access = transaction.access(to: model.collectionName)
      if try movesRows(of: stale, access, chains) { moved.insert(model.collectionName) }
    }
    try migrateRows(&transaction, chains, before: StepChains([]), of: moved)
    for collection in try transaction.collections() where !moved.contains(collection) {
      guard try hasRows(of: stale, transaction.access(to: collection)) else { continue }
      try transaction.scope.beginUpgrade(digest, of: collection)
      waiting.append(collection)
    }
    if waiting.isEmpty { return }
    pendingSteps = Set(stage.rows.map(\.name))
    for record in transaction.scope.schemas where stale.contains(record.number) {
      if let type = known.type(named: record.schema.name) {
        waitingTypes.insert(type.archiveSchema.name)
      }
    }
  }

  /// Returns whether the steps change the keys of some of the first rows of a model's collection.
  ///
  /// A row whose key changes must not be pending, because reading the row throws until the row has
  /// moved. The method tries at most 256 rows.
  private func movesRows(
    of stale: Set<UInt32>, _ access: CollectionAccess, _ chains: StepChains
  ) throws -> Bool {
    var upgrade = RowUpgrade(known: known, chains: chains, later: StepChains([]))
    var moves = false
    _ = try access.forEachOutdatedRow(
      of: stale, after: nil, .init(lent: 256, looked: 10_000)
    ) { key, archive in
      // A later read reports a row for which a step fails.
      let isDone = (try? upgrade.run(consume archive, from: (access.name, key))) != nil
      if isDone && upgrade.moves { moves = true }
    }
    return moves
  }

  /// Returns whether a migration could change rows of the store.
  func mayChangeRows(_ transaction: borrowing ReadTransaction) throws -> Bool {
    let old = try transaction.migrationRecords()
    if try transaction.revision == 0 { return false }
    let stages = stages(after: old)
    let chains = StepChains(stages.flatMap(\.rows), renaming: known)
    if !collectionsOfOtherKeys(old).isEmpty { return true }
    for stage in stages where stage.store != nil { return true }
    for record in transaction.schemas() where chains.concern(record.schema) { return true }
    return false
  }

  /// Returns the numbers of the schemas whose objects need a step or a new field name.
  func staleSchemas(_ scope: WriteScope, _ chains: StepChains) -> Set<UInt32> {
    Set(scope.schemas.lazy.filter { chains.concern($0.schema) }.map(\.number))
  }

  private func hasRows(of stale: Set<UInt32>, _ access: CollectionAccess) throws -> Bool {
    var place: [UInt8]?
    repeat {
      var hasOne = false
      let found = try access.forEachOutdatedRow(
        of: stale, after: place, .init(lent: 1, looked: 10_000)
      ) { _, _ in hasOne = true }
      // An unreadable row may need a step.
      if hasOne || !found.damaged.isEmpty { return true }
      place = found.place
    } while place != nil
    return false
  }
}
