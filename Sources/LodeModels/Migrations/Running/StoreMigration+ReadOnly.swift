internal import LodeCoding
internal import LodeStore

extension StoreMigration {
  /// Throws if a step still has to run, or if the models cannot read the rows.
  ///
  /// A store that is open read-only cannot run steps.
  mutating func checkReadOnly(_ transaction: borrowing ReadTransaction) throws {
    let old = try transaction.migrationRecords()
    if try transaction.revision == 0 { return }
    let stages = stages(after: old)
    if let step = stages.compactMap(\.store).first(where: { !isReplaced($0, old) }) {
      throw MigrationError(
        .needed, "the step \"\(step.name)\" did not run, and the store is open for reading only")
    }
    let chains = StepChains(stages.flatMap(\.rows))
    let schemas = transaction.schemas()
    let stale = Set(schemas.lazy.filter { chains.concern($0.schema) }.map(\.number))
    let collections = try transaction.collections()
    for collection in collections where !stale.isEmpty {
      try transaction.access(to: collection).scan(upgrading: false) { row in
        guard row.type == .archive,
          try Unarchiver.schemaNumbers(stored: row.bytes).contains(where: stale.contains)
        else { return .next }
        var error = MigrationError(
          .needed, "a row needs a step, and the store is open for reading only")
        (error.collection, error.key) = (collection, row.key)
        throw error
      }
    }
    try checkCollections(transaction, old)
    try checkRows(transaction, of: collections, schemas, old)
  }
}
