internal import ArgumentParser
internal import LodeCoding
internal import LodeStore

struct Import: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Puts the objects of a JSON Lines file into a collection.",
    discussion: """
      Each line is a JSON object, whose text becomes a row's value. --key names the
      field that is the row's key; several make a key of several elements. Without
      it rows get numbers, behind the highest there. All lines are imported or,
      after a failure, none. The store is made when it is not there.

        lode import shop.lode orders orders.jsonl --key id
        lode import shop.lode cities cities.jsonl --key country --key name
        gunzip -c log.jsonl.gz | lode import shop.lode log -
      """)

  @OptionGroup var place: CollectionArguments
  @Argument(help: "The file, or - for standard input.", completion: .file()) var file: String
  @Option(help: "A field that is the key, or a part of it; may be repeated.") var key: [String] = []
  @Flag(help: "Fail when a key is there already.") var noOverwrite = false
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    let input = try Input(file, on: console)
    var progress = Progress("importing", total: input.size, on: console)
    let importer = LineImporter(key: key, overwrites: !noOverwrite)
    let summary: ImportSummary
    do {
      defer { progress.end() }
      summary = try StorePlace.writeOrCreate(place.store) { store in
        try store.write { transaction in
          try importer.run(input, into: transaction[place.collection], &progress)
        }
      }
    }
    let seconds = progress.seconds
    let rate = seconds > 0 ? Int(Double(summary.rows) / seconds) : summary.rows
    if output.json { return try console.print(document(summary, seconds, rate)) }
    try console.print(
      "imported \(count(summary.rows, "row")) into \(place.collection) (\(grouped(summary.inserted)) "
        + "new, \(grouped(summary.updated)) changed, \(grouped(summary.unchanged)) unchanged), "
        + "\(size(summary.bytes)) in \(duration(seconds)): \(grouped(rate)) rows/s")
  }

  private func document(_ summary: ImportSummary, _ seconds: Double, _ rate: Int) -> JSONValue {
    .object([
      "collection": .string(place.collection), "rows": .int(summary.rows),
      "inserted": .int(summary.inserted), "updated": .int(summary.updated),
      "unchanged": .int(summary.unchanged), "bytes": .int(summary.bytes),
      "seconds": .double(seconds), "rowsPerSecond": .int(rate),
    ])
  }
}
