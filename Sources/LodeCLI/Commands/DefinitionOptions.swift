internal import ArgumentParser
internal import LodeCoding
internal import LodeStore

/// The options of a new index.
struct DefinitionOptions: ParsableArguments {
  @Flag(help: "Refuse two rows with the same values, unless a value is nil.") var unique = false

  @Flag(help: "Count the rows of each combination of values, and sum the fields of --carry.")
  var count = false

  @Option(help: "The name; by default FIELDS, or search:FIELDS with --search.") var name: String?

  @Option(help: "Index only rows that match this condition, such as \"age > 30\".")
  var `where`: String?

  @Flag(name: .customLong("nil"), help: "Index rows whose first field is nil, too.")
  var includesNil = false

  @Flag(help: "Index each element of the first field, like field[].") var each = false

  @Option(help: "Fields to store in the entries, separated by commas.") var carry: String?

  @Option(help: "Create a full-text index of these fields, separated by commas.")
  var search: String?

  @Option(
    help: ArgumentHelp(
      "With --search: the weights of fields.", valueName: "field=number,..."))
  var weights: String?

  @Option(
    help: ArgumentHelp(
      "With --search: the tokenizer: 'unicode61 cjk' (the default), unicode61, porter or trigram.",
      valueName: "text"))
  var tokenizer: String?

  @Flag(help: "Accept fields that no row has yet.") var lenient = false

  /// Whether the command line has no option of this group.
  var isEmpty: Bool {
    !unique && !count && !lenient && name == nil && `where` == nil && !includesNil && !each
      && carry == nil
      && search == nil && weights == nil && tokenizer == nil
  }

  func validate() throws {
    if search == nil, weights != nil || tokenizer != nil {
      throw ValidationError(
        "--weights and --tokenizer need --search. Pass the fields with --search")
    }
    if search != nil, unique || count || includesNil || each || carry != nil {
      throw ValidationError(
        "--search accepts only --where, --name, --weights, and --tokenizer. Leave out the other options"
      )
    }
    if unique && count {
      throw ValidationError("--unique and --count exclude each other. Pass one of them")
    }
    do {
      _ = try condition
    } catch {
      throw ValidationError("--where: \(error)")
    }
  }

  /// The parsed condition of `--where`, or `nil` without the option.
  private var condition: Condition? {
    get throws(ConditionError) {
      guard let text = `where` else { return nil }
      return try Condition(parsing: text)
    }
  }

  /// Returns the definition of the full-text index, or `nil` without `--search`.
  ///
  /// - Throws: `Failure` if a path, the tokenizer, or an entry of `--weights` is invalid. A weight
  ///   with an absolute value above 10^12 is invalid.
  func searchDefinition() throws -> IndexDefinition? {
    guard let search else { return nil }
    guard let tokenizer = tokenizer.map(TokenizerChoice.init(parsing:)) ?? .words() else {
      throw Failure(
        "'\(tokenizer ?? "")' is not a tokenizer",
        remedy: "Use a tokenizer of Docs/Guides/Search.md, such as unicode61.")
    }
    var fields = try PathArguments.list(search).map { SearchField($0, tokenizer: tokenizer) }
    for text in weights?.split(separator: ",") ?? [] {
      let parts = text.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let weight = Double(parts[1]),
        let place = fields.firstIndex(where: { $0.path.description == parts[0] })
      else {
        throw Failure(
          "'\(text)' in --weights is not a field of --search with a number",
          remedy: "Write field=number, with a field of --search.")
      }
      guard SearchField.canWeigh(weight) else {
        throw Failure(
          "'\(parts[1])' cannot be the weight of '\(parts[0])'",
          remedy: "Write a number of at most 1000000000000.")
      }
      fields[place].weight = weight
    }
    var definition = IndexDefinition(search: fields, name: name)
    definition.condition = try condition
    return definition
  }

  /// Returns the definition of an index of `fields`.
  ///
  /// `lode index --help` describes the syntax of `fields`. `--each` applies to the first field. A
  /// counting index always has entries for rows whose first field is nil.
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
