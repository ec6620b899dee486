internal import LodeCoding
internal import LodeLMDB

// Creating and dropping indexes inside a write.
extension IndexTables {
  /// Creates an index without entries, and replaces an index with the same name.
  ///
  /// A build writes the entries later. If the entries of an existing index are also entries of the
  /// definition, the call keeps these entries. The call creates a missing collection.
  ///
  /// - Returns: Whether the call created or replaced the index.
  @discardableResult
  func create(
    _ definition: IndexDefinition, on collection: String, isDeclared: Bool = false
  ) throws(StoreError) -> Bool {
    try check(definition, of: collection)
    context.store.registries.functions.add(definition, of: collection)
    context.states.forget(collection)
    var info: CollectionRuntime
    if let existing = context.catalog.collections[collection] {
      info = existing
    } else {
      info = try StoreTables(context).create(collection, declared: true)
    }
    try info.checkKeysForIndexes()
    if let existing = info.index(named: definition.name) {
      if existing.definition.isSame(as: definition) {
        if existing.isDeclared != isDeclared {
          let changed = existing.with { $0.isDeclared = isDeclared }
          context.update(info.with(index: changed, named: changed.name))
        }
        return false
      }
      let kind = context.store.indexKind(of: existing.definition)
      if kind.keepsEntries(of: existing.definition, for: definition),
        existing.definition != definition
      {
        let changed = existing.with {
          ($0.definition, $0.isDeclared) = (definition, isDeclared)
        }
        context.update(info.with(index: changed, named: changed.name))
        return false
      }
      info = try removing(existing, of: info)
    }
    try info.checkVersions(of: definition)
    let (id, table) = try StoreTables(context).take()
    let index = IndexRuntime(
      IndexRecord(definition: definition, id: id, isDeclared: isDeclared), table: table,
      known: context.store.registries.functions)
    let isKnown = info.canCompute(index)
    context.update(info.with(index: isKnown ? index : index.disabled, named: index.name))
    return true
  }

  /// Refuses an invalid definition.
  ///
  /// - Throws: ``StoreError`` with `invalidIndex` if the definition is invalid. The error names the
  ///   problem.
  func check(_ definition: IndexDefinition, of collection: String) throws(StoreError) {
    let kind = context.store.indexKind(of: definition)
    if let problem = definition.problem(kind.problem(of: definition)) {
      throw StoreError(
        .invalidIndex, collection: collection, context: "\(definition.name): \(problem)")
    }
  }

  /// Drops an index with its entries, and returns whether the index existed.
  func drop(_ name: String, on collection: String) throws(StoreError) -> Bool {
    context.states.forget(collection)
    guard let info = context.catalog.collections[collection], let index = info.index(named: name)
    else {
      return false
    }
    context.update(try removing(index, of: info))
    return true
  }

  private func removing(
    _ index: IndexRuntime, of info: CollectionRuntime
  ) throws(StoreError) -> CollectionRuntime {
    context.catalog.freeTables.append(try emptied(index, of: info.name).id)
    return info.with(index: nil, named: index.name)
  }
}

extension Catalog {
  /// Restarts the build of all indexes of a collection.
  mutating func restartIndexes(
    ofTable id: UInt32, in handle: TransactionHandle
  ) throws(StoreError) {
    guard var info = collection(ofTable: id) else { return }
    for index in info.indexes where !index.table.isRefused {
      try storeErrors(collection: info.name) { () throws(LMDBError) in
        try handle.clear(index.table.place)
      }
      info = info.with(index: index.restarted, named: index.name)
    }
    collections[info.name] = info
    generation += 1
  }
}

extension CollectionRuntime {
  /// Refuses a collection with raw keys, which cannot have indexes.
  func checkKeysForIndexes() throws(StoreError) {
    if keyFormat != .raw { return }
    throw StoreError(.keyFormatMismatch, collection: name, context: "has raw keys")
  }

  /// Refuses a definition if another index or another component has another version of a computed
  /// value.
  ///
  /// Conditions do not name the version of a computed value, so two versions would be ambiguous.
  fileprivate func checkVersions(of definition: IndexDefinition) throws(StoreError) {
    let all = indexes.map { ($0.name, $0.definition.parts) } + [("itself", definition.parts)]
    for part in definition.parts where part.path.isComputed {
      for (other, parts) in all
      where parts.contains(where: { $0.path == part.path && $0.version != part.version }) {
        throw StoreError(
          .invalidIndex, collection: name,
          context: "\(definition.name): index \(other) has another version of \(part.path)")
      }
    }
  }
}
