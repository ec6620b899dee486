internal import ArgumentParser
internal import LodeStore

struct Export: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints the values of a collection as JSON Lines, in key order.",
    discussion: """
      Values that are not JSON text are JSON scalars, or objects like
      {"bytes":"00ff"}; archives are objects like {"*Person":{"name":"Ada"}}. Keys
      are printed by 'lode scan --json'; for a copy that keeps everything use
      'lode dump'.

        lode export shop.lode orders > orders.jsonl
        lode export shop.lode orders --from 40 --limit 10
      """)

  @OptionGroup var place: CollectionArguments
  @OptionGroup var rows: RangeOptions
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    try StorePlace.read(place.store) { store in
      try store.read { transaction in
        let collection = transaction[place.collection]
        let range = try rows.range(in: collection.keyFormat)
        var progress = Progress("exporting", on: console)
        defer { progress.end() }
        var printed = 0
        try collection.forEach(range, reversed: rows.reverse, limit: rows.limit) { row in
          try console.print(try collection.valueText(of: row))
          printed += 1
          progress.step(0, rows: printed)
        }
      }
    }
  }
}
