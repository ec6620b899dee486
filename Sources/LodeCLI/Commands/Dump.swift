internal import ArgumentParser
internal import LodeStore

struct Dump: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints a whole store as text for 'lode load'.",
    discussion: """
      The dump has everything except revisions and dictionaries: collections, keys, values,
      types, metadata, index definitions, and archives with their schemas. An empty
      collection is included if the collection is declared or has an index. Stores with the
      same content have the same dump. Each row is one line of JSON.

        lode dump shop.lode > shop.dump
        lode dump shop.lode | gzip > shop.dump.gz
      """)

  @OptionGroup var place: StoreArgument
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    try StoreLocation.read(place.store) { store in
      try store.read { transaction in
        var progress = Progress("dumping", on: console)
        defer { progress.end() }
        var writer = DumpWriter(console)
        try writer.write(transaction, &progress)
      }
    }
  }
}
