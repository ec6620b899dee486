internal import Dispatch

// The indexes that a program's models declare: they come and go with the declarations.
extension WriteContext {
  /// Makes the indexes of a collection those that a model declares.
  ///
  /// Adds missing indexes, rebuilds changed ones, and drops indexes that the model no longer
  /// declares. The index of a small collection is built at once.
  func declareIndexes(
    _ definitions: [IndexDefinition], of collection: String,
    progress: ((IndexProgress) -> Void)? = nil
  ) throws {
    if checkedCollections.contains(collection) { return }
    for definition in definitions { store.functions.add(definition, of: collection) }
    if Set(definitions.map(\.name)).count < definitions.count {
      throw StoreError(
        .invalidIndex, collection: collection, context: "two of its indexes have one name")
    }
    if !catalog.declares(definitions, of: collection) {
      // Also those that are made anew: of a computed value there is one version at a time.
      for index in catalog.collections[collection]?.indexes ?? []
      where index.isDeclared
        && !definitions.contains(where: {
          $0.isSame(as: index.definition) || $0.hasSameWords(as: index.definition)
        })
      {
        _ = try dropIndex(index.name, on: collection)
      }
      for definition in definitions {
        try createIndex(definition, on: collection, isDeclared: true)
      }
      try buildIfSmall(collection, progress: progress)
    }
    checkedCollections.insert(collection)
  }

  /// How many rows a collection may have whose index is built in the write that defines it.
  private static let mostRowsAtOnce = 10_000

  /// Builds the indexes of a collection that has few rows.
  func buildIfSmall(
    _ collection: String, progress: ((IndexProgress) -> Void)? = nil
  ) throws {
    guard let info = catalog.collections[collection] else { return }
    if try reading(state(of: collection)).count() > Self.mostRowsAtOnce { return }
    var done = IndexProgress()
    do {
      while try buildPart(ofTable: info.id, &done) { progress?(done) }
    } catch let error as StoreError where error.code == .damaged {
      // Its rows can be used; the index waits for the damaged one to be gone.
      return
    }
    if done.rows > 0 { progress?(done) }
  }
}

extension Catalog {
  /// Whether the declared indexes of a collection are these.
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
  /// Whether the declared indexes of a collection are these.
  package func declares(_ definitions: [IndexDefinition], of collection: String) -> Bool {
    catalog.catalog.declares(definitions, of: collection)
  }
}

extension Store {
  /// Takes the functions of computed values that a model declares.
  package func takeFunctions(of definitions: [IndexDefinition], of collection: String) {
    for definition in definitions { core.functions.add(definition, of: collection) }
  }
}

extension WriteScope {
  /// Whether a model has declared indexes of a collection.
  package func hasDeclaredIndexes(of collection: String) -> Bool {
    context.catalog.collections[collection]?.indexes.contains(where: \.isDeclared) ?? false
  }

  /// Whether this write has compared the indexes of a collection with its model.
  package func hasCheckedIndexes(of collection: String) -> Bool {
    context.checkedCollections.contains(collection)
  }

  /// Makes the indexes of a collection those that a model declares.
  package func declareIndexes(
    _ definitions: [IndexDefinition], of collection: String,
    progress: ((IndexProgress) -> Void)? = nil
  ) throws {
    try context.checkOpen()
    try context.declareIndexes(definitions, of: collection, progress: progress)
  }
}

extension Store {
  /// Builds the indexes that are left to build, on a thread of its own, as long as the store is
  /// open.
  ///
  /// - Parameter progress: called after each part.
  package func buildIndexesInBackground(
    progress: (@Sendable (IndexProgress) -> Void)?
  ) throws {
    let tables = try tablesToBuild(of: nil)
    if tables.isEmpty { return }
    DispatchQueue.global(qos: .utility).async { [weak self] in
      for table in tables {
        var (done, batchSize) = (IndexProgress(), BuildBatchSize())
        // What fails here, such as a store that was closed, goes on when it is opened again.
        while let hasMore = try? self?.buildPart(ofTable: table, &done, &batchSize) {
          if !done.indexes.isEmpty { progress?(done) }
          if !hasMore { break }
        }
        try? self?.resolveDuplicates(ofTable: table)
      }
    }
  }
}
