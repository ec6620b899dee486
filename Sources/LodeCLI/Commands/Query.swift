internal import ArgumentParser
internal import LodeCoding
internal import LodeModels
internal import LodeStore

struct Query: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the rows that match a condition.",
    discussion: """
      Docs/Guides/Conditions.md has the syntax of conditions. A condition may end with
      ORDER BY, LIMIT and OFFSET. Without a condition, all rows match. Pass values as
      parameters: :name in the condition, and --param name=value.

        lode query shop.lode orders "total > 100 AND customer.city IN ('Oslo', 'Bergen')"
        lode query shop.lode orders "note LIKE :n" --param "n=%$word%" --order -total,id
        lode query shop.lode orders "total IS NULL" --count
        lode query shop.lode orders --select customer.city --distinct
        lode query shop.lode orders --group customer.city --sum total --order '-sum(total)'
        lode query shop.lode orders "total > 100" --order total --limit 20 --page

      --page prints a token at the end. Pass the token to --after for the next page.
      """)

  @OptionGroup var place: CollectionArguments
  @Argument(help: "The condition.") var condition = ""
  @Option(name: .customLong("where"), help: "The condition, as in other commands.")
  var other: String?
  @Option(
    parsing: .unconditional,
    help:
      "Order by these paths or group columns, separated by commas; -path is descending.")
  var order: String?
  @Option(help: "The maximum number of rows.") var limit: Int?
  @Option(help: "The number of rows to skip.") var offset: Int?
  @Option(help: "Print only the values at these paths, separated by commas.")
  var select: String?
  @Flag(help: "With --select: print equal values once.") var distinct = false
  @Flag(help: "Print the number of rows.") var count = false
  @Flag(help: "Print the plan and the number of rows read.") var explain = false
  @Flag(help: "Accept fields that no row has; their values are nil.") var lenient = false
  @Flag(help: "Fail if no index finds or orders the rows.")
  var strict = false
  @Flag(help: "With --limit: print the token of the next page.") var page = false
  @Option(help: "With --limit: print the page after this token.")
  var after: String?
  @OptionGroup var groups: GroupOptions
  @OptionGroup var options: ConditionOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if other != nil, !condition.isEmpty {
      throw ValidationError(
        "Two conditions are given. Pass one condition, as an argument or with --where")
    }
    if let limit, limit < 0 { throw ValidationError("--limit is \(limit). Pass 0 or more") }
    if let offset, offset < 0 { throw ValidationError("--offset is \(offset). Pass 0 or more") }
    if distinct, select == nil { throw ValidationError("--distinct needs --select. Pass both") }
    if page || after != nil, limit == nil {
      throw ValidationError(
        "--page and --after need --limit. Pass the size of a page with --limit")
    }
    if page || after != nil, select != nil || count || explain || groups.isGiven {
      throw ValidationError(
        "--page and --after work only with whole rows. Leave out the other output options")
    }
    if [select != nil, count, groups.isGiven].count(where: { $0 }) > 1 {
      throw ValidationError("--select, --count, and groups exclude each other. Pass one of them")
    }
  }

  func run(on console: Console) throws {
    var selection = try options.selection(other ?? condition)
    let orders = try order.map(PathArguments.orders)
    selection.orders = orders ?? selection.orders
    selection.limit = limit ?? selection.limit
    selection.offset = offset ?? selection.offset
    selection.requiresIndex = strict
    selection.isLenient = lenient
    try place.read { collection in
      var chosen = selection
      // With groups, the orders name columns of the output, which rows do not have.
      if groups.isGiven { chosen.orders = [] }
      let rows = try options.rows(of: collection.access, chosen)
      if explain {
        try console.print("\(explanation(of: rows))")
      } else if count {
        let count = try rows.count()
        try console.print(output.json ? "{\"count\":\(count)}" : "\(count)")
      } else if groups.isGiven {
        try groups.print(rows, in: selection, on: console, asJSON: output.json)
      } else if let select {
        try print(rows, selecting: PathArguments.list(select), on: console)
      } else {
        try print(rows, of: collection, on: console)
      }
    }
  }

  private func explanation(of rows: RowSelection) throws -> QueryExplanation {
    if groups.isGiven { return try groups.explain(rows) }
    if count { return try RowValues([], of: rows).explain() }
    if let select { return try RowValues(PathArguments.list(select), of: rows).explain() }
    return try QueryExplanation(of: rows)
  }

  /// Prints a JSON object per row, with the values at `paths` except nil.
  ///
  /// With `--distinct`, the call prints equal objects once.
  private func print(
    _ rows: RowSelection, selecting paths: [ArchivePath], on console: Console
  ) throws {
    try RowValues(paths, of: rows).forEach(distinct: distinct) { values in
      let members = try zip(paths, values).filter { $1 != .null }.map { path, value in
        (path.description, JSONValue.json(try value.json()))
      }
      try console.print(.object(members))
    }
  }

  private func print(
    _ rows: RowSelection, of collection: CollectionReader, on console: Console
  ) throws {
    let printer = RowPrinter(console)
    let format = collection.keyFormat ?? .tuple
    func print(_ key: Span<UInt8>, _ row: borrowing RowValue) throws {
      let key = RowKey(bytes: key.copied(), format: format)
      if output.json {
        let value = try collection.valueText(row.bytes, row.type)
        try console.print(["key": .json(key.description), "value": .json(value)])
      } else {
        let value = try collection.shortValueText(row.bytes, row.type)
        try printer.print(KeyText.argument(for: key), value)
      }
    }
    guard page || after != nil, let limit else {
      try rows.forEach(print)
      return try printer.finish()
    }
    let token = try after.map { try PageToken($0) }
    let page = try QueryPage(of: rows, limit: limit, after: token, print)
    try printer.finish()
    guard let next = page.next else { return }
    try console.print(output.json ? "{\"next\":\"\(next)\"}" : "next page: --after \(next)")
  }
}
