internal import LodeCoding
internal import LodeLMDB
internal import Synchronization

/// The functions of computed values that the program has named to a store.
final class KnownFunctions: Sendable {
  private struct Name: Hashable {
    let collection: String
    let path: ArchivePath
    let version: Int
  }

  private let functions = Mutex<[Name: IndexFunction]>([:])

  /// Takes the functions of a definition.
  func add(_ definition: IndexDefinition, of collection: String) {
    for part in definition.parts where part.function.isKnown {
      guard let version = part.version else { continue }
      let name = Name(collection: collection, path: part.path, version: version)
      functions.withLock { $0[name] = part.function }
    }
  }

  /// Takes the functions of a collection for one of another name too.
  func add(from old: String, to new: String) {
    functions.withLock { functions in
      for (name, function) in functions where name.collection == old {
        functions[Name(collection: new, path: name.path, version: name.version)] = function
      }
    }
  }

  /// The function of a computed part; `nil` when the program has not named it.
  func function(of part: IndexPart, in collection: String) -> IndexFunction? {
    guard let version = part.version else { return nil }
    let name = Name(collection: collection, path: part.path, version: version)
    return functions.withLock { $0[name] }
  }
}

extension IndexInfo {
  /// The functions of its computed parts; `nil` when the program does not know one of them.
  func functions(in collection: String) -> [ArchivePath: IndexFunction]? {
    var found: [ArchivePath: IndexFunction] = [:]
    for part in definition.parts where part.path.isComputed {
      guard let function = known.function(of: part, in: collection) else { return nil }
      found[part.path] = function
    }
    return found
  }

  /// Whether the program can make its entries.
  func canCompute(in collection: String) -> Bool {
    definition.parts.allSatisfy { part in
      !part.path.isComputed || known.function(of: part, in: collection) != nil
    }
  }

  /// Whether the program has entries to make.
  func needsBuild(in collection: String) -> Bool {
    (state == .building || state == .disabled) && canCompute(in: collection)
  }

  /// The index when it is not kept up to date and has no entries.
  var disabled: IndexInfo { with(state: .disabled, isCoarse: false, foundDuplicates: false) }
}

extension WriteContext {
  /// Disables the indexes of a collection that the program cannot keep up to date, because a row is about to change.
  ///
  /// - Throws: ``StoreError`` with `unknownFunction` for a unique one, of which nobody would know what it forbids.
  func disableUnknownIndexes(
    of info: CollectionInfo
  ) throws(StoreError) -> CollectionInfo {
    var changed = info
    for index in info.indexes where index.hasEntries && !index.canCompute(in: info.name) {
      if index.definition.kind == .unique, index.isUsable {
        throw StoreError(
          .unknownFunction, collection: info.name, context: "unique index \(index.name)")
      }
      try batch.errors(collection: info.name) { () throws(LMDBError) in
        try handle.clear(index.table.place)
      }
      changed = changed.with(index: index.disabled, named: index.name)
    }
    if changed !== info { update(changed) }
    return changed
  }
}

extension CollectionAccess {
  /// The function of a computed value that an index of the collection keeps.
  ///
  /// - Throws: ``StoreError`` with `unknownFunction` when there is no such index, or the program does not know its function.
  func function(of path: ArchivePath) throws(StoreError) -> IndexFunction {
    for index in info?.indexes ?? [] {
      for part in index.definition.parts where part.path == path {
        if let function = index.known.function(of: part, in: name) { return function }
      }
    }
    throw StoreError(.unknownFunction, collection: name, context: "\(path)")
  }

  /// Refuses a selection with computed values that cannot be computed here.
  ///
  /// - Throws: ``StoreError`` with `unknownFunction`.
  package func checkFunctions(of selection: Selection) throws(StoreError) {
    if info == nil { return }
    for path in selection.condition.paths.union(selection.orders.map(\.path))
    where path.isComputed {
      _ = try function(of: path)
    }
  }
}
