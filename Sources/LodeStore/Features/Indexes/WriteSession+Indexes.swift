internal import LodeCoding
internal import LodeLMDB

// Creating and dropping indexes inside a write.
extension WriteSession {
  /// Creates an index without entries, and replaces an index with the same name.
  ///
  /// A build writes the entries later. If an existing index is identical or differs only in
  /// full-text weights, the call keeps its entries. The call creates a missing collection.
  ///
  /// - Returns: Whether the call created or replaced the index.
  @discardableResult
  func createIndex(
    _ definition: IndexDefinition, on collection: String, isDeclared: Bool = false
  ) throws(StoreError) -> Bool {
    try definition.check(collection: collection)
    store.functions.add(definition, of: collection)
    forgetState(of: collection)
    var info: CollectionRuntime
    if let existing = catalog.collections[collection] {
      info = existing
    } else {
      info = try create(collection, declared: true)
    }
    try info.checkKeysForIndexes()
    if let existing = info.index(named: definition.name) {
      if existing.definition.isSame(as: definition) {
        if existing.isDeclared != isDeclared {
          let changed = existing.with(isDeclared: isDeclared, progress: existing.progress)
          update(info.with(index: changed, named: changed.name))
        }
        return false
      }
      if existing.definition.hasSameWords(as: definition), existing.definition != definition {
        // The table contains no weights, so a change of weights keeps the entries.
        let changed = existing.with(definition, isDeclared: isDeclared)
        update(info.with(index: changed, named: changed.name))
        return false
      }
      info = try removing(existing, of: info)
    }
    try info.checkVersions(of: definition)
    let (id, table) = try takeTable()
    let index = IndexRuntime(
      definition, id: id, table: table, known: store.functions, state: .building,
      isDeclared: isDeclared)
    let isKnown = info.canCompute(index)
    update(info.with(index: isKnown ? index : index.disabled, named: index.name))
    return true
  }

  /// Drops an index with its entries, and returns whether the index existed.
  func dropIndex(_ name: String, on collection: String) throws(StoreError) -> Bool {
    forgetState(of: collection)
    guard let info = catalog.collections[collection], let index = info.index(named: name) else {
      return false
    }
    update(try removing(index, of: info))
    return true
  }

  private func removing(
    _ index: IndexRuntime, of info: CollectionRuntime
  ) throws(StoreError) -> CollectionRuntime {
    catalog.freeTables.append(try emptied(index, of: info.name).id)
    return info.with(index: nil, named: index.name)
  }

  /// Deletes the entries of all indexes, after the deletion of all rows.
  ///
  /// Returns the changed description of the collection.
  func clearIndexes(of info: CollectionRuntime) throws(StoreError) -> CollectionRuntime {
    var cleared = info
    for index in info.indexes {
      let emptied = try emptied(index, of: info.name)
      if emptied !== index { cleared = cleared.with(index: emptied, named: index.name) }
    }
    if cleared !== info { update(cleared) }
    return cleared
  }

  /// Deletes all entries of an index, and discards gathered tokens.
  func empty(_ index: IndexRuntime, of collection: String) throws(StoreError) {
    tokenWriters[index.id] = nil
    try batch.errors(collection: collection) { () throws(LMDBError) in
      try handle.clear(index.table.place)
    }
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

extension IndexDefinition {
  /// Refuses an invalid definition.
  ///
  /// - Throws: ``StoreError`` with `invalidIndex` if the definition is invalid. The error names the
  ///   problem.
  func check(collection: String) throws(StoreError) {
    var problem: String?
    if name.isEmpty || name.utf8.count > 400 { problem = "the name must have 1 to 400 bytes" }
    if parts.isEmpty && kind != .search { problem = "it has no components" }
    if parts.count > 16 { problem = "it has more than 16 components" }
    // An entry of a counting index has one byte for the number of a field.
    if carried.count > 256 { problem = "it carries more than 256 fields" }
    if parts.contains(where: { $0.path.isComputed && $0.version ?? -1 < 0 }) {
      problem = "a computed component has no version"
    }
    if let part = allPaths.first(where: { $0.isRowProperty && $0.names.count > 1 }) {
      problem = "\(part) is not a component of a model's key"
    }
    if kind == .search, let unfit = searchProblem { problem = unfit }
    if !(condition?.paths ?? []).union(carried).allSatisfy({ !$0.isComputed }) {
      problem = "only a component can be computed"
    }
    if parts.count(where: \.isEachElement) > 1 {
      problem = "more than one component has an entry for each element"
    }
    // Decoding the definition again must give the same definition.
    if problem == nil, IndexDefinition(name: name, encoded: encoded.span)?.isSame(as: self) != true
    {
      problem = "its condition has no text form"
    }
    if let problem {
      throw StoreError(.invalidIndex, collection: collection, context: "\(name): \(problem)")
    }
  }
}

extension IndexDefinition {
  /// The problem of a full-text index's definition, or `nil`.
  private var searchProblem: String? {
    if search.isEmpty { return "it has no fields" }
    if search.count > 256 { return "it has more than 256 fields" }
    if !parts.isEmpty || !carried.isEmpty || includesNil {
      return "a full-text index can contain only fields"
    }
    if search.contains(where: \.path.isComputed) {
      return "a full-text index cannot contain a computed value"
    }
    if let property = search.first(where: \.path.isRowProperty) {
      return "\(property.path) is a property of the row, and not a text"
    }
    if let unfit = search.first(where: { !SearchField.canWeigh($0.weight) }) {
      return "\(unfit.path) cannot have the weight \(unfit.weight)"
    }
    return nil
  }

  /// Returns whether two definitions define full-text indexes that differ at most in their weights.
  func hasSameWords(as other: IndexDefinition) -> Bool {
    guard kind == .search, search.count == other.search.count else { return false }
    var copy = self
    for place in search.indices { copy.search[place].weight = other.search[place].weight }
    return copy.isSame(as: other)
  }

  /// Returns whether two definitions have the same name and encoding.
  ///
  /// Unlike `==`, the comparison distinguishes canonically equivalent texts.
  package func isSame(as other: IndexDefinition) -> Bool {
    name.utf8.elementsEqual(other.name.utf8) && encoded == other.encoded
  }
}
