internal import LodeCoding
internal import LodeLMDB
internal import Synchronization

/// The registry of the functions of computed values, the tokenizers, and the synonyms that the
/// program provides.
final class FunctionRegistry: Sendable {
  private struct Name: Hashable {
    let collection: String
    let path: ArchivePath
    let version: Int
  }

  private struct TokenizerName: Hashable {
    let collection: String
    let tokenizer: TokenizerChoice
  }

  private let functions = Mutex<[Name: IndexFunction]>([:])
  private let tokenizers = Mutex<[TokenizerName: TokenizerChoice]>([:])

  /// Registers the functions, tokenizers, and synonyms of a definition.
  func add(_ definition: IndexDefinition, of collection: String) {
    for part in definition.parts where part.function.isKnown {
      guard let version = part.version else { continue }
      let name = Name(collection: collection, path: part.path, version: version)
      functions.withLock { $0[name] = part.function }
    }
    for field in definition.search where field.tokenizer.needsFunctions && field.isKnown {
      let name = TokenizerName(collection: collection, tokenizer: field.tokenizer)
      tokenizers.withLock { $0[name] = field.tokenizer }
    }
  }

  /// Registers the functions, tokenizers, and synonyms of a renamed collection under the new name.
  func add(from old: String, to new: String) {
    functions.withLock { functions in
      for (name, function) in functions where name.collection == old {
        functions[Name(collection: new, path: name.path, version: name.version)] = function
      }
    }
    tokenizers.withLock { tokenizers in
      for (name, tokenizer) in tokenizers where name.collection == old {
        tokenizers[TokenizerName(collection: new, tokenizer: name.tokenizer)] = tokenizer
      }
    }
  }

  /// Returns the tokenizer of a field with its functions.
  ///
  /// Returns `nil` if a function is not registered, or if the version of the tokenizer differs from
  /// the field's version.
  func tokenizer(of field: SearchField, in collection: String) -> TokenizerChoice? {
    if !field.tokenizer.needsFunctions { return field.isKnown ? field.tokenizer : nil }
    let name = TokenizerName(collection: collection, tokenizer: field.tokenizer)
    guard let known = tokenizers.withLock({ $0[name] }) else { return nil }
    return known.version == field.version ? known : nil
  }

  /// Returns the function of a computed component, or `nil` if the function is not registered.
  func function(of part: IndexPart, in collection: String) -> IndexFunction? {
    guard let version = part.version else { return nil }
    let name = Name(collection: collection, path: part.path, version: version)
    return functions.withLock { $0[name] }
  }
}

extension IndexInfo {
  /// Returns the functions of the computed components, or `nil` if a function is not registered.
  func functions(in collection: String) -> [ArchivePath: IndexFunction]? {
    var found: [ArchivePath: IndexFunction] = [:]
    for part in definition.parts where part.path.isComputed {
      guard let function = known.function(of: part, in: collection) else { return nil }
      found[part.path] = function
    }
    return found
  }

  /// Returns whether the program has all functions, tokenizers, and synonyms of the index.
  func canCompute(in collection: String) -> Bool {
    definition.parts.allSatisfy { part in
      !part.path.isComputed || known.function(of: part, in: collection) != nil
    }
      && definition.search.allSatisfy { known.tokenizer(of: $0, in: collection) != nil }
  }

  /// Returns the definition with the registered tokenizers and synonyms.
  ///
  /// The catalog contains only the names of tokenizers and synonyms.
  func definitionWithTokenizers(in collection: String) -> IndexDefinition {
    var whole = definition
    for place in whole.search.indices {
      guard let choice = known.tokenizer(of: whole.search[place], in: collection) else { continue }
      whole.search[place].tokenizer = choice
    }
    return whole
  }

  /// Returns the tokenizers of a full-text index, one for each field.
  ///
  /// - Throws: ``StoreError`` with `unknownFunction` if a tokenizer is not registered.
  func tokenizers(in collection: String) throws(StoreError) -> [any Tokenizer] {
    var tokenizers: [any Tokenizer] = []
    var before: SearchField?
    for field in definition.search {
      defer { before = field }
      // Adjacent fields with equal choices share a tokenizer.
      if let last = tokenizers.last, before?.tokenizer == field.tokenizer,
        before?.version == field.version
      {
        tokenizers.append(last)
        continue
      }
      guard let tokenizer = known.tokenizer(of: field, in: collection)?.makeTokenizer() else {
        throw StoreError(
          .unknownFunction, collection: collection, context: "\(field.tokenizer.text)")
      }
      tokenizers.append(tokenizer)
    }
    return tokenizers
  }

  /// The index in the disabled state, without entries.
  var disabled: IndexInfo {
    with(
      state: .disabled, isLossy: false, foundDuplicates: false, hasChecks: true,
      isDistrusted: false)
  }
}

extension WriteContext {
  /// Disables each index that the program cannot maintain, before a row of the collection changes.
  ///
  /// The call never disables a usable unique index, because writes could then add duplicates.
  ///
  /// - Throws: ``StoreError`` with `unknownFunction` if the program lacks a function of a usable
  ///   unique index, or `needsMigration` if the program lacks the migration plan.
  func disableUnknownIndexes(
    of info: CollectionInfo
  ) throws(StoreError) -> CollectionInfo {
    var changed = info
    for index in info.indexes where index.hasEntries && !info.canCompute(index) {
      if index.definition.kind == .unique, index.isUsable {
        throw StoreError(
          index.canCompute(in: info.name) ? .needsMigration : .unknownFunction,
          collection: info.name, context: "unique index \(index.name)")
      }
      let emptied = try emptied(index, of: info.name)
      changed = changed.with(index: emptied.disabled, named: index.name)
    }
    if changed !== info { update(changed) }
    return changed
  }
}

extension CollectionAccess {
  /// Returns the function of a computed value of an index.
  ///
  /// - Throws: ``StoreError`` with `unknownFunction` if no index contains the value, or if
  ///   the function of the value is not registered.
  func function(of path: ArchivePath) throws(StoreError) -> IndexFunction {
    for index in info?.indexes ?? [] {
      for part in index.definition.parts where part.path == path {
        if let function = index.known.function(of: part, in: name) { return function }
      }
    }
    throw StoreError(.unknownFunction, collection: name, context: "\(path)")
  }

  /// Refuses a selection whose computed values have no registered function.
  ///
  /// - Throws: ``StoreError`` with `unknownFunction` if no index contains a computed value of the
  ///   selection, or if the function of the value is not registered.
  package func checkFunctions(of selection: Selection) throws(StoreError) {
    if info == nil { return }
    for path in selection.condition.pathList where path.isComputed {
      _ = try function(of: path)
    }
    for order in selection.orders where order.path.isComputed { _ = try function(of: order.path) }
  }
}
