internal import ArgumentParser
internal import Lode
internal import LodeCoding
internal import LodeStore

struct Delete: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Deletes rows by their keys, or those that a condition chooses.",
    discussion: """
      All of them or, when a key is not there, none. --where takes a condition, as
      'lode query' does: look first what it chooses.

        lode delete shop.lode orders 42 43
        lode delete shop.lode orders --where "total = 0 ORDER BY date LIMIT 100"
      """)

  @OptionGroup var place: CollectionArguments
  @Argument(help: "The rows' keys.") var keys: [String] = []
  @Option(name: .customLong("where"), help: "Delete the rows that this condition chooses.")
  var condition: String?
  @OptionGroup var options: ConditionOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard keys.isEmpty == (condition != nil) else {
      throw ValidationError("delete takes keys, or --where with a condition")
    }
  }

  func run(on console: Console) throws {
    let selection = try condition.map(options.selection)
    let deleted = try StorePlace.write(place.store) { store in
      try store.write { transaction in
        let access = transaction.access(to: place.collection)
        let rows = transaction[place.collection]
        guard let selection else { return try delete(from: rows) }
        let found = try options.rows(of: access, selection).keys()
        for key in found {
          try rows.delete(RowKey(bytes: key, format: rows.keyFormat ?? .tuple))
        }
        return found.count
      }
    }
    try output.json
      ? console.print(.object(["deleted": .int(deleted)]))
      : console.print("deleted \(count(deleted, "row"))")
  }

  private func delete(from rows: borrowing CollectionWriter) throws -> Int {
    for text in keys {
      let key = try options.partition.key(text, format: rows.keyFormat)
      guard try rows.delete(key) else { throw absent(key, in: place.collection) }
    }
    return keys.count
  }
}
