internal import ArgumentParser
internal import LodeCoding
internal import LodeStore

struct Import: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Imports the objects of a file into a collection as documents.",
    discussion: """
      The file has one JSON object per line, or is a JSON array of objects, or is a
      property list with an array of dictionaries (--format plist, or a name that ends in
      .plist). --key names the field that becomes the row's key; several fields make a
      compound key. Without --key, rows get numbers after the highest number in use. After
      a failure, no object is imported. The store is created if it does not exist. A
      collection that belongs to a model accepts documents only with --force.

        lode import shop.lode orders orders.jsonl --key id
        lode import shop.lode cities cities.jsonl --key country --key name
        lode import shop.lode users users.plist --key Id --partition ada
        gunzip -c log.jsonl.gz | lode import shop.lode log -
      """)

  @OptionGroup var place: CollectionArguments
  @Argument(help: "The file, or - for standard input.", completion: .file()) var file: String
  @Option(help: "A field of the key; may be repeated.") var key: [String] = []
  @Option(help: "The file's format; by default taken from its name and first character.")
  var format: DocumentFormat?
  @OptionGroup var partition: PartitionOption
  @Flag(help: "Fail if a key exists already.") var noOverwrite = false
  @OptionGroup var force: ForceOption
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    let input = try Input(file, on: console)
    var progress = Progress("importing", total: input.size, on: console)
    let importer = DocumentImporter(
      keyFields: KeyFields(names: key), format: format, overwrites: !noOverwrite,
      partition: partition.partition)
    defer { progress.end() }
    let summary = try StoreLocation.writeOrCreate(place.store, on: console) { store in
      try store.write { transaction in
        force.apply(to: transaction.scope)
        return try importer.run(input, into: transaction.scope, place.collection, &progress)
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
    [
      "collection": .string(place.collection), "rows": .int(summary.rows),
      "inserted": .int(summary.inserted), "updated": .int(summary.updated),
      "unchanged": .int(summary.unchanged), "bytes": .int(summary.bytes),
      "seconds": .double(seconds), "rowsPerSecond": .int(rate),
    ]
  }
}
