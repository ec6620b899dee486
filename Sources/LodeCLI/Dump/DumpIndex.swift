internal import LodeCoding
internal import LodeStore

/// The line of an index in a dump.
enum DumpIndex {
  /// The line that has a definition.
  static func line(_ index: IndexDescription) -> String {
    let definition = index.definition
    var line = "{\"index\":\(quotedJSON(definition.name)),\"fields\":"
    line += quotedJSON(definition.fields)
    if definition.kind != .ordered { line += ",\"kind\":\"\(definition.kind.word)\"" }
    if definition.includesNil { line += ",\"nil\":true" }
    if let condition = definition.condition {
      line += ",\"where\":\(quotedJSON(condition.description))"
    }
    if !definition.carried.isEmpty {
      line += ",\"carries\":\(quotedJSON(definition.carriedFields))"
    }
    if index.isDeclared { line += ",\"declared\":true" }
    return line + "}"
  }

  /// The definition that a line has.
  static func definition(_ line: DumpLine) throws -> IndexDefinition {
    let parts = IndexPart.list(parsing: try line.string("fields"))
    var definition = IndexDefinition(parts: parts, name: try line.string("index"))
    if line.has("kind") {
      let kinds: [IndexDefinition.Kind] = [.unique, .counting]
      let word = try line.string("kind")
      guard let kind = kinds.first(where: { $0.word == word }) else {
        throw line.failure("\"kind\" is unique or counting")
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

  private static func condition(_ line: DumpLine) throws -> Condition {
    do {
      return try Condition(parsing: try line.string("where"))
    } catch let error as ConditionError {
      throw line.failure("\"where\" is no condition: \(error)")
    }
  }
}
