// Indexes of a collection that is filled in one write, such as from a dump.
extension WriteScope {
  /// Defines an index of a collection whose rows are still to come; they have no entries before
  /// `buildIndexes(of:)`.
  ///
  /// The collection is made if need be, and is not declared by that. Says whether there was no
  /// index of that name.
  package func addIndex(
    _ definition: IndexDefinition, to collection: String, isDeclared: Bool
  ) throws -> Bool {
    try context.checkOpen()
    guard let info = context.catalog.collections[collection] else {
      try definition.check(collection: collection)
      context.forgetState(of: collection)
      _ = try context.create(collection, declared: false)
      return try context.createIndex(definition, on: collection, isDeclared: isDeclared)
    }
    if info.index(named: definition.name) != nil { return false }
    return try context.createIndex(definition, on: collection, isDeclared: isDeclared)
  }

  /// Makes the entries of all rows of a collection, in this write.
  package func buildIndexes(
    of collection: String, progress: (IndexProgress) throws -> Void
  ) throws {
    try context.checkOpen()
    guard let info = context.catalog.collections[collection] else { return }
    var done = IndexProgress()
    while try context.buildPart(ofTable: info.id, &done) { try progress(done) }
  }
}
