internal import ArgumentParser
internal import LodeStore

struct Dump: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints a whole store as text, which 'lode load' reads back.",
    discussion: """
      Everything but revisions and dictionaries: collections, empty ones that were
      declared too, keys, values, types and metadata, bit for bit, archives with the
      schemas they need, and what indexes are made of. Stores with the same content have the same dump. A line
      a row, in JSON.

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
