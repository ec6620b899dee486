internal import ArgumentParser
internal import LodeCoding
internal import LodeModels
internal import LodeSearch
internal import LodeStore

struct Search: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Searches text and prints rows ranked by relevance.",
    discussion: """
      The collections need full-text indexes: 'lode index STORE COLLECTION add --search
      FIELDS'. Docs/Guides/Search.md has the syntax of QUERY: words, "phrases", prefixes*,
      field:word, AND, OR, NOT, NEAR and parentheses.

        lode search shop.lode products "tea NOT green"
        lode search shop.lode products,notes 'title:te* OR "hot water"' --limit 3
        lode search shop.lode products tea --where "price < 10" --snippet description
        lode search shop.lode products tea --ids

      Each line has a row's key and a snippet. Rows of several collections are ranked
      together.
      """)

  @OptionGroup var place: StoreArgument
  @Argument(help: "The collections' names, separated by commas.") var collections: String
  @Argument(help: "The search query.") var query: String
  @Option(help: "The maximum number of rows.") var limit: Int?
  @Flag(help: "Print only the keys, one per line.") var ids = false
  @Flag(help: "Print the number of matching rows; --limit has no effect.") var count = false
  @Option(help: "Print a snippet of this field.") var snippet: String?
  @Option(help: "Print only rows that match this condition.") var `where`: String?
  @Flag(help: "Treat the query as plain words without operators.") var plain = false
  @Flag(help: "Accept fields in the condition that no row has.") var lenient = false
  @OptionGroup var options: ConditionOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit is \(limit). Pass 0 or more") }
    if names.isEmpty {
      throw ValidationError("No collection named. Pass one or more names, separated by commas")
    }
    if [ids, count, snippet != nil].count(where: { $0 }) > 1 {
      throw ValidationError("--ids, --count, and --snippet exclude each other. Pass one of them")
    }
  }

  private var names: [String] { collections.split(separator: ",").map(String.init) }

  func run(on console: Console) throws {
    var selection = try options.selection(`where` ?? "")
    selection.isLenient = lenient
    try StoreLocation.snapshot(place.store) { transaction in
      let parts = try rows(of: names.map { transaction.access(to: $0) }, selection)
      let search = CollectionSearch(
        parts, SearchTerms(query, plain ? .plain : .language), limit: limit)
      do {
        try print(search, in: transaction, on: console)
      } catch let error as StoreError where error.code == .invalidSearch {
        throw Failure(
          "The query has an error at \(error)",
          remedy: "Correct the query, or pass --plain to search for its words.")
      }
    }
  }

  /// Returns the rows of each collection that match the selection.
  ///
  /// - Throws: One of these errors:
  ///   - `StoreError` caused by a `ConditionError` with `unknownField` if a field is unknown in all
  ///     collections and the selection is not lenient.
  ///   - Any other error of `ConditionOptions.rows(of:_:isChange:)`.
  private func rows(
    of collections: [CollectionAccess], _ selection: Selection
  ) throws -> [RowSelection] {
    for access in collections { try access.checkExists() }
    for path in selection.isLenient ? [] : selection.namedPaths {
      var unknown: [StoreError] = []
      for access in collections {
        do {
          try FieldNameCheck(access).check([path], in: selection, isChange: false)
        } catch let error as StoreError
          where (error.cause as? ConditionError)?.code == .unknownField
        {
          unknown.append(error)
        }
      }
      if unknown.count == collections.count, let error = unknown.first { throw error }
    }
    return try collections.map { try options.rows(of: $0, selection.lenient()) }
  }

  private func print(
    _ search: CollectionSearch, in transaction: ReadTransaction, on console: Console
  ) throws {
    let formats = names.map { transaction[$0].keyFormat ?? .tuple }
    func key(_ bytes: [UInt8], _ part: Int) -> RowKey {
      RowKey(bytes: bytes, format: formats[part])
    }
    if count {
      let count = try search.count()
      return try console.print(output.json ? "{\"count\":\(count)}" : "\(count)")
    }
    if ids {
      for found in try search.keys() {
        let key = key(found.key, found.part)
        try console.print(output.json ? key.description : KeyText.argument(for: key))
      }
      return
    }
    let printer = RowPrinter(console)
    try search.forEach { found, row in
      let key = key(found.key, found.part)
      if output.json {
        let value = try transaction[names[found.part]].valueText(row.bytes, row.type)
        try console.print([
          "collection": .string(names[found.part]), "key": .json(key.description),
          "score": .json("\(found.score)"),
          "snippet": found.snippet(snippet, "**", "**").map(JSONValue.string) ?? .null,
          "value": .json(value),
        ])
        return
      }
      let text = found.snippet(snippet, Self.open, Self.close) ?? ""
      let name = names.count > 1 ? names[found.part] + " " : ""
      try printer.print(
        name + KeyText.argument(for: key),
        verbatim: line(text, inColour: console.showsColours))
    }
    try printer.finish()
  }

  // Markers before and after a found word: control characters, which texts rarely contain.
  private static let open = "\u{1}"
  private static let close = "\u{2}"

  /// Returns a snippet as one line; if `inColour` is true, the found words have a colour.
  ///
  /// Control characters other than the markers become spaces. Consecutive spaces become one space,
  /// and the line has no spaces at either end. Bidirectional characters and the line breaks U+2028
  /// and U+2029 become escapes.
  private func line(_ text: String, inColour: Bool) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{1}": line += inColour ? "\u{1B}[1;31m" : ""
      case "\u{2}": line += inColour ? "\u{1B}[0m" : ""
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": line += " "
      default: line += String(scalar).visible
      }
    }
    return line.split(separator: " ").joined(separator: " ")
  }
}
