internal import ArgumentParser
internal import LodeCoding
internal import LodeModels
internal import LodeStore

/// The options that select rows by a condition, for commands that change or delete rows.
struct ChosenRowsOptions: ParsableArguments {
  @Option(name: .customLong("where"), help: "The rows that match this condition.")
  var condition: String?
  @Flag(help: "Every row of the collection.") var all = false
  @Flag(help: "Print the number of matching rows and the first keys; change nothing.")
  var dryRun = false
  @OptionGroup var options: ConditionOptions

  func validate() throws {
    if all, condition != nil {
      throw ValidationError("--all and --where exclude each other. Pass one of them")
    }
  }

  /// Whether the command line has `--where` or `--all`.
  var isGiven: Bool { all || condition != nil }

  /// Returns the selection of `--where`, or with `--all` a selection of every row.
  ///
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with `missingCondition` if `--where` has no
  ///     condition, for example only a limit.
  ///   - `Failure` if the text of `--where` has an error, or if a parameter has no value.
  func selection() throws -> Selection {
    if all { return Selection() }
    let selection = try options.selection(condition ?? "")
    try selection.checkCondition("For every row, pass --all")
    return selection
  }

  /// Returns the keys of the selected rows, in the order of the selection.
  ///
  /// - Throws: The errors of `ConditionOptions.rows(of:_:isChange:)`, or another `StoreError` if
  ///   the rows cannot be read.
  func keys(in access: CollectionAccess, _ selection: Selection) throws -> [RowKey] {
    let format = access.keyFormat ?? .tuple
    return try options.rows(of: access, selection, isChange: true).keys()
      .map { RowKey(bytes: $0, format: format) }
  }
}

/// The rows that a command without `--dry-run` would change or delete.
struct DryRun {
  /// The verb in the output, for example "delete".
  let verb: String
  /// The keys of all rows that the command would change or delete.
  let keys: [RowKey]

  /// The maximum number of keys in the output.
  private static let shown = 10

  /// Prints the number of rows and the first ten keys, as text or as JSON.
  func print(on console: Console, asJSON: Bool) throws {
    let first = keys.prefix(Self.shown)
    if asJSON {
      return try console.print([
        "matched": .int(keys.count), "changed": .int(0),
        "keys": .array(first.map { .json($0.description) }),
      ])
    }
    let list = first.map { KeyText.argument(for: $0) }.joined(separator: ", ")
    let rest = keys.count > first.count ? ", ..." : ""
    try console.print(
      "would \(verb) \(count(keys.count, "row"))" + (keys.isEmpty ? "" : ": \(list)\(rest)"))
  }
}
