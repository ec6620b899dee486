internal import LodeCoding

extension IndexRuntime {
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
    if !mayLackFunctions { return true }
    return definition.parts.allSatisfy { part in
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
    let fields = definition.search
    var tokenizers: [any Tokenizer] = []
    tokenizers.reserveCapacity(fields.count)
    for number in fields.indices {
      // Adjacent fields with equal choices share a tokenizer.
      if number > 0, fields[number].tokenizer == fields[number - 1].tokenizer,
        fields[number].version == fields[number - 1].version
      {
        tokenizers.append(tokenizers[number - 1])
        continue
      }
      guard let made = known.tokenizer(of: fields[number], in: collection)?.makeTokenizer() else {
        throw StoreError(
          .unknownFunction, collection: collection, context: "\(fields[number].tokenizer.text)")
      }
      tokenizers.append(made)
    }
    return tokenizers
  }
}
