internal import LodeCoding
internal import LodeStore

extension IndexState {
  /// The state as text for the output of a command.
  var words: String {
    switch self {
    case .building: "being built"
    case .disabled: "disabled"
    case .ready: "ready"
    case .hasDuplicates: "has duplicates"
    }
  }
}

extension IndexDefinition.Kind {
  /// The name of the kind in dumps and in the output of a command.
  var word: String {
    switch self {
    case .ordered: "ordered"
    case .unique: "unique"
    case .counting: "counting"
    case .search: "search"
    }
  }
}

extension IndexDefinition {
  /// The components of an index, or the fields of a full-text index, in command-line syntax.
  var fields: String {
    (kind == .search ? search.map(\.path.description) : parts.map(\.description))
      .joined(separator: ",")
  }

  /// The versions of the components' functions, separated by commas.
  ///
  /// A component that is not computed has an empty text.
  var versions: String {
    parts.map { $0.version.map { "\($0)" } ?? "" }.joined(separator: ",")
  }

  /// The carried fields, in command-line syntax.
  var carriedFields: String { carried.map(\.description).joined(separator: ",") }
}

extension IndexDescription {
  /// The number of entries as text; for a full-text index, the number of indexed rows.
  var content: String {
    if definition.kind == .search { return count(entries, "row") }
    return entries == 1 ? "1 entry" : "\(grouped(entries)) entries"
  }
}

/// Returns a one-line summary of an index, for example `unique of ~email where age > 30`.
func summary(of definition: IndexDefinition) -> String {
  var words = definition.kind == .ordered ? "" : definition.kind.word + " "
  words += "of " + definition.fields
  if definition.includesNil { words += " with nil" }
  if let condition = definition.condition { words += " where \(condition)" }
  for field in definition.search {
    if field.weight != 1 { words += ", \(field.path) with weight \(field.weight)" }
  }
  let tokenizers = Set(definition.search.map(\.tokenizer.text)).subtracting([
    TokenizerChoice.words().text
  ])
  if !tokenizers.isEmpty { words += ", tokenizer \(tokenizers.sorted().joined(separator: "; "))" }
  if !definition.carried.isEmpty { words += " carrying \(definition.carriedFields)" }
  return words
}

/// Returns an index as JSON.
func indexDocument(_ index: IndexDescription, of collection: String) -> JSONValue {
  let definition = index.definition
  return [
    "collection": .string(collection),
    "name": .string(definition.name), "fields": .string(definition.fields),
    "kind": .string(definition.kind.word), "nil": .bool(definition.includesNil),
    "where": definition.condition.map { .string($0.description) } ?? .null,
    "carries": .string(definition.carriedFields), "state": .string(index.state.words),
    "declared": .bool(index.isDeclared), "entries": .int(index.entries),
    "bytes": .int(index.bytes),
  ]
}

/// Returns the lines of a table of indexes, or no lines if the collections have no index.
func indexLines(_ collections: [CollectionStatistics]) -> [String] {
  var table = TextTable([
    .text("INDEX"), .text("COLLECTION"), .text("STATE"), .number("ENTRIES"), .number("SIZE"),
  ])
  for collection in collections {
    for index in collection.indexes {
      table.add(
        index.definition.name, collection.name, index.state.words, grouped(index.entries),
        size(index.bytes))
    }
  }
  return table.rows.isEmpty ? [] : table.lines
}
