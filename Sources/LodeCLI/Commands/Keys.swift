internal import ArgumentParser
internal import LodeStore

struct Keys: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the keys of a collection in key order.",
    discussion: """
      Each line has one key, in the form that other commands accept; with --json, as JSON.

        lode keys shop.lode cities --prefix Os
        lode keys shop.lode orders --reverse --limit 1
      """)

  @OptionGroup var place: CollectionArguments
  @OptionGroup var rows: RangeOptions
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    try place.read { collection in
      try rows.forEach(in: collection) { row in
        let key = row.key
        try console.print(output.json ? key.description : KeyText.argument(for: key))
      }
    }
  }
}
