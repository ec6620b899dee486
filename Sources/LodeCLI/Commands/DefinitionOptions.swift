internal import ArgumentParser
internal import LodeCoding
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

  @Option(help: "A search index of the words of these fields, with commas between them.")
  var search: String?

  @Option(
    help: ArgumentHelp(
      "With --search: what a word in some fields counts.", valueName: "field=number,..."))
  var weights: String?

  @Option(
    help: ArgumentHelp(
      "With --search: the tokenizer: 'unicode61 cjk' (the default), unicode61, porter or trigram.",
      valueName: "text"))
  var tokenizer: String?

  @Flag(help: "Allow fields that no row has yet.") var lenient = false

  /// Whether none was given.
  var isEmpty: Bool {
    !unique && !count && !lenient && name == nil && `where` == nil && !includesNil && !each
      && carry == nil
      && search == nil && weights == nil && tokenizer == nil
  }

  func validate() throws {
    if search == nil, weights != nil || tokenizer != nil {
      throw ValidationError("--weights and --tokenizer go with --search")
    }
    if search != nil, unique || count || includesNil || each || carry != nil {
      throw ValidationError("--search goes with --where, --name, --weights and --tokenizer only")
    }
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

  /// The index of the words of fields; `nil` when none was asked for.
  func searchDefinition() throws -> IndexDefinition? {
    guard let search else { return nil }
    guard let tokenizer = tokenizer.map(TokenizerChoice.init(parsing:)) ?? .words() else {
      throw Failure(
        "'\(tokenizer ?? "")' is no tokenizer",
        remedy: "Docs/Guides/Search.md lists them; one is unicode61.")
    }
    var fields = try PathArguments.list(search).map { SearchField($0, tokenizer: tokenizer) }
    for text in weights?.split(separator: ",") ?? [] {
      let parts = text.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let weight = Double(parts[1]),
        let place = fields.firstIndex(where: { $0.path.description == parts[0] })
      else {
        throw Failure(
          "--weights does not know what '\(text)' is",
          remedy: "Write a field of --search, = and a number.")
      }
      guard SearchField.canWeigh(weight) else {
        throw Failure(
          "--weights: a word in \(parts[0]) cannot count \(parts[1])",
          remedy: "Write a number of at most 1000000000000.")
      }
      fields[place].weight = weight
    }
    var definition = IndexDefinition(search: fields, name: name)
    definition.condition = try condition
    return definition
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
