internal import ArgumentParser
internal import LodeCoding
internal import LodeStore

struct Collections: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the collections of a store with row counts and sizes.",
    discussion: """
      Collections are listed by name. The size is the size of a collection's pages in the
      file.

        lode collections shop.lode
        lode collections shop.lode --json
      """)

  @OptionGroup var place: StoreArgument
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    let collections = try StoreLocation.read(place.store) { try $0.statistics().collections }
    if output.json {
      for item in collections { try console.print(document(item)) }
      return
    }
    if collections.isEmpty { return try console.print("no collections") }
    for line in collectionLines(collections) { try console.print(line) }
  }
}

/// Returns the statistics of a collection, without its indexes, as JSON.
func document(_ item: CollectionStatistics) -> JSONValue {
  [
    "name": .string(item.name), "rows": .int(item.rows), "bytes": .int(item.bytes),
    "depth": .int(item.depth), "compression": .string(policy(item)),
    "dictionary": item.dictionary.map { .int(Int($0)) } ?? .null,
    "dictionaryBytes": .int(item.dictionarySize),
  ]
}

/// Returns the compression of a collection's new values as text.
///
/// Examples are `off`, `level 3`, and `level 3, small`. With `small`, zstd also encodes literals:
/// the bytes that do not repeat earlier bytes.
private func policy(_ item: CollectionStatistics) -> String {
  let compression = item.compression
  if compression.isOff { return "off" }
  return "level \(compression.level)" + (compression.encodesLiterals ? ", small" : "")
}

/// Returns a table of collections as lines; the first line has the titles.
func collectionLines(_ collections: [CollectionStatistics]) -> [String] {
  var table = TextTable([
    .text("COLLECTION"), .number("ROWS"), .number("SIZE"), .number("DEPTH"), .text("COMPRESSION"),
    .text("DICTIONARY"),
  ])
  for item in collections {
    let dictionary = item.dictionary.map { "\($0), \(size(item.dictionarySize))" } ?? "-"
    table.add(
      item.name, grouped(item.rows), size(item.bytes), grouped(item.depth), policy(item),
      dictionary)
  }
  return table.lines
}
