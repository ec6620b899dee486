extension FunctionRegistry {
  /// Registers the functions, tokenizers, and synonyms of a definition.
  func add(_ definition: IndexDefinition, of collection: String) {
    for part in definition.parts where part.function.isKnown {
      guard let version = part.version else { continue }
      add(part.function, at: part.path, version: version, of: collection)
    }
    for field in definition.search where field.tokenizer.needsFunctions && field.isKnown {
      add(field.tokenizer, of: collection)
    }
  }

  /// Returns the function of a computed component, or `nil` if the function is not registered.
  func function(of part: IndexPart, in collection: String) -> IndexFunction? {
    guard let version = part.version else { return nil }
    return function(at: part.path, version: version, in: collection)
  }
}
