internal import LodeCoding
internal import LodeStore

/// Functions that write and read the dump line of an index.
enum DumpIndex {
  /// Returns the dump line of an index.
  static func line(_ index: IndexDescription) -> String {
    let definition = index.definition
    var line = "{\"index\":\(quotedJSON(definition.name)),\"fields\":"
    line += quotedJSON(definition.fields)
    if definition.parts.contains(where: { $0.version != nil }) {
      line += ",\"versions\":\"\(definition.versions)\""
    }
    if definition.kind != .ordered { line += ",\"kind\":\"\(definition.kind.word)\"" }
    if definition.includesNil { line += ",\"nil\":true" }
    if let condition = definition.condition {
      line += ",\"where\":\(quotedJSON(condition.description))"
    }
    if !definition.carried.isEmpty {
      line += ",\"carries\":\(quotedJSON(definition.carriedFields))"
    }
    if definition.kind == .search {
      let weights = definition.search.map { "\($0.weight)" }.joined(separator: ",")
      let tokenizers = definition.search.map(\.tokenizer.text).joined(separator: ";")
      line += ",\"weights\":\(quotedJSON(weights)),\"tokenizers\":\(quotedJSON(tokenizers))"
    }
    if index.isDeclared { line += ",\"declared\":true" }
    return line + "}"
  }

  /// Returns the definition in a dump line.
  ///
  /// - Throws: `Failure` if a member is missing or invalid.
  static func definition(_ line: DumpLine) throws -> IndexDefinition {
    var parts = IndexPart.list(parsing: try line.string("fields"))
    if line.has("versions") { try setVersions(of: &parts, line) }
    if try line.has("kind") && line.string("kind") == IndexDefinition.Kind.search.word {
      return try search(parts.map(\.path), line)
    }
    var definition = IndexDefinition(parts: parts, name: try line.string("index"))
    if line.has("kind") {
      let kinds: [IndexDefinition.Kind] = [.unique, .counting]
      let word = try line.string("kind")
      guard let kind = kinds.first(where: { $0.word == word }) else {
        throw line.failure("\"kind\" must be unique, counting or search")
      }
      definition.kind = kind
    }
    definition.includesNil = try line.has("nil") && line.bool("nil")
    if line.has("where") { definition.condition = try condition(line) }
    if line.has("carries") {
      definition.carried = IndexPart.list(parsing: try line.string("carries")).map(\.path)
    }
    return definition
  }

  /// Returns the definition of a full-text index in a dump line.
  private static func search(
    _ paths: [ArchivePath], _ line: DumpLine
  ) throws -> IndexDefinition {
    let weights = try line.string("weights").split(separator: ",").map { Double($0) }
    let tokenizers = try line.string("tokenizers").split(separator: ";").map {
      TokenizerChoice(parsing: String($0))
    }
    guard weights.count == paths.count, tokenizers.count == paths.count else {
      throw line.failure("\"weights\" and \"tokenizers\" must have one value per field")
    }
    let fields = try paths.indices.map { place in
      guard let weight = weights[place], let tokenizer = tokenizers[place] else {
        throw line.failure("\"weights\" must have numbers, and \"tokenizers\" must have tokenizers")
      }
      return SearchField(paths[place], weight: weight, tokenizer: tokenizer)
    }
    var definition = IndexDefinition(search: fields, name: try line.string("index"))
    if line.has("where") { definition.condition = try condition(line) }
    return definition
  }

  /// Sets the version of each computed component: the version of the component's function.
  private static func setVersions(of parts: inout [IndexPart], _ line: DumpLine) throws {
    let versions = try line.string("versions").split(
      separator: ",", omittingEmptySubsequences: false)
    guard versions.count == parts.count else {
      throw line.failure("\"versions\" must have one value per field")
    }
    for (place, version) in versions.enumerated() where parts[place].path.isComputed {
      guard let number = Int(version) else {
        throw line.failure("\"versions\" must have numbers for computed fields")
      }
      parts[place].setVersion(number)
    }
  }

  private static func condition(_ line: DumpLine) throws -> Condition {
    do {
      return try Condition(parsing: try line.string("where"))
    } catch let error as ConditionError {
      throw line.failure("\"where\" is not a condition: \(error)")
    }
  }
}
