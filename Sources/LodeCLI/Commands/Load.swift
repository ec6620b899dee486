internal import ArgumentParser
internal import LodeStore

struct Load: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Creates a store from the output of 'lode dump'.",
    discussion: """
      The store must not exist, or must be empty. After a failure, nothing is loaded. Rows
      that their collection's model cannot read are loaded only with --force.

        lode load shop.lode shop.dump
        lode dump shop.lode | lode load copy.lode -
      """)

  @OptionGroup var place: StoreArgument
  @Argument(help: "The dump, or - for standard input.", completion: .file()) var file: String
  @OptionGroup var force: ForceOption
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    let input = try Input(file, on: console)
    var progress = Progress("loading", total: input.size, on: console)
    defer { progress.end() }
    let summary = try StoreLocation.writeOrCreate(place.store, on: console) { store in
      try store.write { transaction in
        force.apply(to: transaction.scope)
        guard try transaction.collections().isEmpty else {
          throw Failure(
            "The store \"\(place.store)\" is not empty",
            remedy: "Nothing was changed. Load into a new store.")
        }
        var reader = try DumpReader(input)
        return try reader.load(into: &transaction, &progress)
      }
    }
    let seconds = progress.seconds
    try output.json
      ? console.print([
        "collections": .int(summary.collections), "rows": .int(summary.rows),
        "indexes": .int(summary.indexes),
        "bytes": .int(input.size), "seconds": .double(seconds),
      ])
      : console.print(
        "loaded \(count(summary.rows, "row")) in \(count(summary.collections, "collection")), "
          + "\(size(input.size)) in \(duration(seconds))")
  }
}
