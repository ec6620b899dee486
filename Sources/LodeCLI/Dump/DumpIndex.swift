internal import LodeCoding
internal import LodeStore

/// The line of an index in a dump.
enum DumpIndex {
  /// The line that has a definition.
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
    if index.isDeclared { line += ",\"declared\":true" }
    return line + "}"
  }

  /// The definition that a line has.
  static func definition(_ line: DumpLine) throws -> IndexDefinition {
    var parts = IndexPart.list(parsing: try line.string("fields"))
    if line.has("versions") { try setVersions(of: &parts, line) }
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

  /// Gives computed parts the versions of their functions.
  private static func setVersions(of parts: inout [IndexPart], _ line: DumpLine) throws {
    let versions = try line.string("versions").split(
      separator: ",", omittingEmptySubsequences: false)
    guard versions.count == parts.count else {
      throw line.failure("\"versions\" has one for each field")
    }
    for (place, version) in versions.enumerated() where parts[place].path.isComputed {
      guard let number = Int(version) else {
        throw line.failure("\"versions\" has numbers for computed fields")
      }
      parts[place].setVersion(number)
    }
  }

  private static func condition(_ line: DumpLine) throws -> Condition {
    do {
      return try Condition(parsing: try line.string("where"))
    } catch let error as ConditionError {
      throw line.failure("\"where\" is no condition: \(error)")
    }
  }
}
