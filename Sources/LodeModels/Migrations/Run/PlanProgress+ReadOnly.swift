internal import LodeCoding
internal import LodeStore

extension PlanProgress {
  /// Throws if a step still has to run, or if the models cannot read the rows.
  ///
  /// A store that is open read-only cannot run steps.
  func checkReadOnly(_ transaction: borrowing ReadTransaction) throws {
    if try transaction.revision == 0 { return }
    if let step = stages.compactMap(\.store).first(where: { !isReplaced($0) }) {
      throw MigrationError(
        .needed, "the step \"\(step.name)\" did not run, and the store is open for reading only")
    }
    let schemas = transaction.schemas()
    let outdated = StepChains(stages.flatMap(\.rows)).numbers(of: schemas)
    let collections = try transaction.collections()
    for collection in collections where !outdated.isEmpty {
      var rows = try transaction.access(to: collection).outdatedRows(of: outdated)
      let row = try rows.next()
      if let damaged = rows.damaged.first { throw damaged.error }
      if let row {
        throw MigrationError(
          .needed, "a row needs a step, and the store is open for reading only",
          collection: collection, key: row.key)
      }
    }
    try ModelCollectionCheck(self).checkNames(transaction)
    var check = MigratedRowCheck(self, schemas)
    try check.readRows(transaction, of: collections)
    if let error = check.error { throw error }
  }
}
