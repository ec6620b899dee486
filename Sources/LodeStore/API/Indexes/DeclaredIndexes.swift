// Indexes that models declare.
/// The indexes that models declare, inside a write.
struct DeclaredIndexes {
  private let context: WriteSession

  init(_ session: WriteSession) { context = session }

  /// Makes the declared indexes of a collection match the declarations of a model.
  ///
  /// The call creates missing indexes, replaces changed indexes, and drops indexes without a
  /// declaration. If the collection has at most 10,000 rows, the call also builds the indexes.
  func declareIndexes(
    _ definitions: [IndexDefinition], of collection: String,
    progress: ((IndexProgress) -> Void)? = nil
  ) throws {
    let checked = context.participant(CheckedModels.self)
    if checked.collections.contains(collection) { return }
    for definition in definitions {
      context.store.registries.functions.add(definition, of: collection)
    }
    if Set(definitions.map(\.name)).count < definitions.count {
      throw StoreError(
        .invalidIndex, collection: collection, context: "two indexes have the same name")
    }
    if !context.catalog.declares(definitions, of: collection) {
      // Dropping changed indexes first allows a new version of a computed value.
      for index in context.catalog.collections[collection]?.indexes ?? []
      where index.isDeclared
        && !definitions.contains(where: {
          $0.isSame(as: index.definition)
            || context.store.indexKind(of: $0).keepsEntries(of: index.definition, for: $0)
        })
      {
        _ = try IndexTables(context).drop(index.name, on: collection)
      }
      for definition in definitions {
        try IndexTables(context).create(definition, on: collection, isDeclared: true)
      }
      try buildIfSmall(collection, progress: progress)
    }
    checked.collections.insert(collection)
  }

  /// The maximum number of rows for a build in the write that defines the indexes.
  private static let mostRowsAtOnce = 10_000

  /// Builds the unfinished indexes of a collection, unless the collection has more than 10,000
  /// rows.
  func buildIfSmall(
    _ collection: String, progress: ((IndexProgress) -> Void)? = nil
  ) throws {
    guard let info = context.catalog.collections[collection] else { return }
    if try CollectionAccess(context.states.state(of: collection)).count() > Self.mostRowsAtOnce {
      return
    }
    var done = IndexProgress()
    do {
      while try IndexBuilds(context).buildPart(ofTable: info.id, &done) { progress?(done) }
    } catch let error as StoreError where error.code == .damaged {
      // A damaged row stops the build. The next build continues after a repair of the row.
      return
    }
    if done.rows > 0 { progress?(done) }
  }
}

extension Catalog {
  /// Returns whether the declared indexes of a collection match the definitions and are up to date.
  ///
  /// An index is not up to date if the index is disabled, and the program can compute the entries.
  fileprivate func declares(_ definitions: [IndexDefinition], of collection: String) -> Bool {
    let info = collections[collection]
    let declared = info?.indexes.filter(\.isDeclared) ?? []
    return declared.count == definitions.count
      && !declared.contains { $0.state == .disabled && info?.canCompute($0) == true }
      && definitions.allSatisfy { definition in
        declared.contains { $0.definition.isSame(as: definition) }
      }
  }
}

extension ReadTransaction {
  /// Returns whether the declared indexes of a collection match the definitions and are up to date.
  ///
  /// An index is not up to date if the index is disabled, and the program can compute the entries.
  package func declares(_ definitions: [IndexDefinition], of collection: String) -> Bool {
    catalog.catalog.declares(definitions, of: collection)
  }
}

extension Store {
  /// Registers the functions, tokenizers, and synonyms of the indexes that a model declares.
  package func takeFunctions(of definitions: [IndexDefinition], of collection: String) {
    for definition in definitions { core.registries.functions.add(definition, of: collection) }
  }
}

extension WriteScope {
  /// Returns whether a collection has an index declared by a model.
  package func hasDeclaredIndexes(of collection: String) -> Bool {
    context.catalog.collections[collection]?.indexes.contains(where: \.isDeclared) ?? false
  }

  /// Returns whether this write has already compared the indexes of a collection with its model.
  package func hasCheckedIndexes(of collection: String) -> Bool {
    context.participant(CheckedModels.self).collections.contains(collection)
  }

  /// Returns whether an earlier write has compared a collection's current indexes with the
  /// declarations of a model, and whether they matched.
  ///
  /// If so, this write does not compare the indexes again.
  ///
  /// - Parameter definitions: The definitions as the model declares them.
  package func hasMatchingIndexes(
    _ definitions: [IndexDefinition], of model: Any.Type, in collection: String
  ) -> Bool {
    let known = context.store.registries.declarations
    guard let info = context.catalog.collections[collection],
      known.matches(definitions, of: model, info.indexes)
    else { return false }
    context.participant(CheckedModels.self).collections.insert(collection)
    return true
  }

  /// Records that a collection's indexes match the declarations of a model, for later writes.
  ///
  /// - Parameter definitions: The definitions as the model declares them.
  package func recordMatchingIndexes(
    _ definitions: [IndexDefinition], of model: Any.Type, in collection: String
  ) {
    // A program can register the functions of a disabled index later.
    guard let info = context.catalog.collections[collection],
      info.indexes.allSatisfy({ $0.state != .disabled })
    else { return }
    context.store.registries.declarations.add(definitions, of: model, matching: info.indexes)
  }

  /// Makes the declared indexes of a collection match the declarations of a model.
  package func declareIndexes(
    _ definitions: [IndexDefinition], of collection: String,
    progress: ((IndexProgress) -> Void)? = nil
  ) throws {
    try context.checkOpen()
    try DeclaredIndexes(context).declareIndexes(definitions, of: collection, progress: progress)
  }
}

extension Store {
  /// Builds the unfinished indexes on a background thread while the store is open.
  ///
  /// - Parameter progress: Called after each batch, on the background thread.
  package func buildIndexesInBackground(
    progress: (@Sendable (IndexProgress) -> Void)?
  ) throws {
    try IndexBuild(queue: queue).runInBackground(progress: progress)
  }
}
