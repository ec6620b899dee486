internal import ArgumentParser
internal import LodeStore

/// What an index is like besides its fields.
struct DefinitionOptions: ParsableArguments {
  @Flag(help: "No two rows have the same values, unless one of them is nil.") var unique = false

  @Flag(help: "Count the rows of each combination of values, and sum up what --carry names.")
  var count = false

  @Option(help: "The name; by default the fields as they are written.") var name: String?

  @Option(help: "Only rows that meet this condition, such as \"age > 30\".") var `where`: String?

  @Flag(name: .customLong("nil"), help: "Also rows whose first field is nil.")
  var includesNil = false

  @Flag(help: "An entry for each element of the first field, as field[].") var each = false

  @Option(help: "Fields that the entries carry, with commas between them.") var carry: String?

  /// Whether none was given.
  var isEmpty: Bool {
    !unique && !count && name == nil && `where` == nil && !includesNil && !each && carry == nil
  }

  func validate() throws {
    if unique && count { throw ValidationError("--unique does not go with --count") }
    do {
      _ = try condition
    } catch {
      throw ValidationError("--where: \(error)")
    }
  }

  private var condition: Condition? {
    get throws(ConditionError) {
      guard let text = `where` else { return nil }
      return try Condition(parsing: text)
    }
  }

  /// The index of some fields.
  func definition(of fields: String) throws -> IndexDefinition {
    var parts = IndexPart.list(parsing: fields)
    if each { parts[0].isEachElement = true }
    var definition = IndexDefinition(parts: parts, name: name)
    if unique { definition.kind = .unique }
    if count { definition.kind = .counting }
    definition.includesNil = includesNil || count
    definition.condition = try condition
    definition.carried = carry.map { IndexPart.list(parsing: $0).map(\.path) } ?? []
    return definition
  }
}
