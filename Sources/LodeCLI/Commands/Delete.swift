internal import ArgumentParser
internal import LodeCoding
internal import LodeModels
internal import LodeStore

struct Delete: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Deletes rows by key or by condition.",
    discussion: """
      If a key does not exist, no row is deleted. --where takes a condition, like
      'lode query'. --dry-run prints the rows without deleting. Only --all deletes every
      row of a collection; an empty condition is an error.

        lode delete shop.lode orders 42 43
        lode delete shop.lode orders --where "total = 0 ORDER BY date LIMIT 100"
        lode delete shop.lode orders --where "total = 0" --dry-run
        lode delete shop.lode orders --all
      """)

  @OptionGroup var place: CollectionArguments
  @Argument(help: "The rows' keys.") var keys: [String] = []
  @OptionGroup var chosen: ChosenRowsOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard keys.isEmpty == chosen.isGiven else {
      throw ValidationError(
        "The rows are not chosen. Pass exactly one of keys, --where, and --all")
    }
  }

  func run(on console: Console) throws {
    let selection = try chosen.isGiven ? chosen.selection() : nil
    if chosen.dryRun {
      let keys = try place.read { try self.keys(selection, in: $0) }
      return try DryRun(verb: "delete", keys: keys).print(on: console, asJSON: output.json)
    }
    let deleted = try StoreLocation.write(place.store, on: console) { store in
      try store.write { transaction in
        try transaction.access(to: place.collection).checkExists()
        let rows = transaction[place.collection]
        let keys = try self.keys(selection, in: rows)
        for key in keys { try rows.delete(key) }
        return keys.count
      }
    }
    try output.json
      ? console.print(["matched": .int(deleted), "deleted": .int(deleted)])
      : console.print("deleted \(count(deleted, "row"))")
  }

  /// Returns the keys of the selected rows; without a selection, the keys of the arguments.
  ///
  /// - Throws: One of these errors:
  ///   - With a selection, the errors of `ChosenRowsOptions.keys(in:_:)`.
  ///   - Without a selection, `Failure` if no row has the key of an argument, or the errors of
  ///     `PartitionOption.key(_:format:)`.
  ///   - `StoreError` with `damaged` if the store is damaged.
  private func keys(
    _ selection: Selection?, in rows: borrowing some CollectionReading & ~Copyable & ~Escapable
  ) throws -> [RowKey] {
    if let selection { return try chosen.keys(in: rows.access, selection) }
    return try keys.map { text in
      let key = try chosen.options.partition.key(text, format: rows.keyFormat)
      guard try rows.contains(key) else { throw absent(key, in: place.collection) }
      return key
    }
  }
}
