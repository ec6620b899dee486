// Indexes of collections whose rows a write loads, for example from a dump.
extension WriteScope {
  /// Creates an index without entries, before the write loads the rows.
  ///
  /// `buildIndexes(of:)` writes the entries.
  ///
  /// The call creates a missing collection, without declaring the collection.
  ///
  /// - Returns: `false` if an index with the name already exists.
  package func addIndex(
    _ definition: IndexDefinition, to collection: String, isDeclared: Bool
  ) throws -> Bool {
    try context.checkOpen()
    guard let info = context.catalog.collections[collection] else {
      try IndexTables(context).check(definition, of: collection)
      states.forget(collection)
      _ = try StoreTables(context).create(collection, declared: false)
      return try IndexTables(context).create(definition, on: collection, isDeclared: isDeclared)
    }
    if info.index(named: definition.name) != nil { return false }
    return try IndexTables(context).create(definition, on: collection, isDeclared: isDeclared)
  }

  /// Builds the unfinished indexes of a collection in this write, if the collection exists.
  package func buildIndexes(
    of collection: String, progress: (IndexProgress) throws -> Void
  ) throws {
    try context.checkOpen()
    guard let info = context.catalog.collections[collection] else { return }
    var done = IndexProgress()
    while try IndexBuilds(context).buildPart(ofTable: info.id, &done) { try progress(done) }
  }
}
