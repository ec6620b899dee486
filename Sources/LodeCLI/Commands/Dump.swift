internal import ArgumentParser
internal import LodeStore

struct Dump: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints a whole store as text for 'lode load'.",
    discussion: """
      The dump has collections, keys, values with their types, archives with their
      schemas, timestamps, metadata, index definitions, compression settings,
      sequences, the models of collections, and migration records. The dump lacks
      revisions, dictionaries, schemas without rows, and pending migrations. An empty
      collection is included if the collection is declared or has an index. Stores
      with the same content have the same dump. Each row is one line of JSON.

        lode dump shop.lode > shop.dump
        lode dump shop.lode | gzip > shop.dump.gz
      """)

  @OptionGroup var place: StoreArgument
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    try StoreLocation.snapshot(place.store) { transaction in
      var progress = Progress("dumping", on: console)
      defer { progress.end() }
      var writer = DumpWriter(console)
      try writer.write(transaction, &progress)
    }
  }
}
