internal import ArgumentParser
internal import LodeCoding
internal import LodeStore

struct Indexes: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "index",
    abstract: "Lists, creates, builds, and drops the indexes of a collection.",
    discussion: """
      FIELDS are names separated by commas: -field is descending, ~field ignores case and
      accents, field[] has an entry for each element. Write FIELDS that begin with a
      hyphen after --.

        lode index shop.lode orders add customer,-date
        lode index shop.lode people add ~email --unique --where 'closed IS NULL'
        lode index shop.lode notes add --search title,body --weights title=4
        lode index shop.lode people list
        lode index shop.lode people duplicates '~email'
        lode index shop.lode people drop '~email'
      """)

  enum Action: String, ExpressibleByArgument, CaseIterable {
    case list, add, build, drop, duplicates
  }

  @OptionGroup var place: CollectionArguments
  @Argument(help: "list, add FIELDS, build, drop NAME, or duplicates NAME.") var action: Action
  @Argument(help: "The fields of a new index, or the name of an index.") var subject: String?
  @OptionGroup var definition: DefinitionOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    let takesSubject = action != .list && action != .build
    if action == .add, definition.search != nil {
      if let subject {
        throw ValidationError(
          "The action 'add' does not accept both --search and '\(subject)'. Pass one of them")
      }
      return
    }
    if takesSubject && subject == nil {
      throw ValidationError(
        "The action '\(action.rawValue)' has no \(action == .add ? "fields" : "index")."
          + " Pass \(action == .add ? "the fields" : "the name of an index") after the action")
    }
    if !takesSubject, let subject {
      throw ValidationError(
        "The action '\(action.rawValue)' does not accept '\(subject)'. Leave '\(subject)' out")
    }
    if action != .add, !definition.isEmpty {
      throw ValidationError(
        "The action '\(action.rawValue)' does not accept options of an index. Leave the options out"
      )
    }
  }

  func run(on console: Console) throws {
    switch action {
    case .list: try list(on: console)
    case .add: try add(subject ?? "", on: console)
    case .build: try build(on: console)
    case .drop: try drop(subject ?? "", on: console)
    case .duplicates: try printDuplicates(of: subject ?? "", on: console)
    }
  }

  private func list(on console: Console) throws {
    let indexes = try StoreLocation.read(place.store) { store in
      try store.checkCollection(place.collection)
      return try store.indexes(of: place.collection)
    }
    if output.json {
      for index in indexes { try console.print(indexDocument(index, of: place.collection)) }
      return
    }
    if indexes.isEmpty { return try console.print("no indexes") }
    for index in indexes {
      try console.print(
        "\(index.definition.name): \(summary(of: index.definition)); \(index.state.words), "
          + "\(index.content), \(size(index.bytes))")
    }
  }

  private func add(_ fields: String, on console: Console) throws {
    let definition = try definition.searchDefinition() ?? definition.definition(of: fields)
    try place.write(on: console) { store in
      try store.createIndex(definition, on: place.collection, lenient: self.definition.lenient)
      try build(in: store, on: console)
      try tell(of: [definition.name], in: store, on: console)
    }
  }

  private func build(on console: Console) throws {
    try place.write(on: console) { store in
      let before = try store.indexes(of: place.collection)
        .filter { $0.state == .building || $0.state == .hasDuplicates }
      try build(in: store, on: console)
      try tell(of: before.map(\.definition.name), in: store, on: console)
    }
  }

  /// Builds the collection's unfinished indexes, and shows the progress.
  private func build(in store: Store, on console: Console) throws {
    var progress: Progress?
    defer { progress?.end() }
    try store.buildIndexes(of: place.collection) { done in
      if progress == nil {
        progress = Progress("building", total: done.totalRows, on: console)
      }
      progress?.show(done.rows, rows: done.rows)
    }
  }

  /// Prints the states of the named indexes.
  private func tell(of names: [String], in store: Store, on console: Console) throws {
    let indexes = try store.indexes(of: place.collection)
      .filter { names.contains($0.definition.name) }
    if output.json {
      for index in indexes { try console.print(indexDocument(index, of: place.collection)) }
      return
    }
    if indexes.isEmpty { try console.print("nothing to build") }
    for index in indexes {
      let name = index.definition.name
      try console.print("\(name): \(index.state.words), \(index.content)")
    }
  }

  private func drop(_ name: String, on console: Console) throws {
    let isDropped = try place.write(on: console) { store in
      try store.dropIndex(name, on: place.collection)
    }
    guard isDropped else {
      throw StoreError(.indexNotFound, collection: place.collection, context: name)
    }
    try output.json
      ? console.print(["dropped": .string(name)]) : console.print("dropped \(name)")
  }

  private func printDuplicates(of name: String, on console: Console) throws {
    let groups = try StoreLocation.read(place.store) { store in
      try store.checkCollection(place.collection)
      return try store.duplicates(in: name, of: place.collection)
    }
    if groups.isEmpty && !output.json { return try console.print("no duplicates") }
    for group in groups {
      let keys = group.map { KeyText.argument(for: $0) }
      try output.json
        ? console.print(["keys": .array(keys.map(JSONValue.string))])
        : console.print(keys.joined(separator: "  "))
    }
  }
}
