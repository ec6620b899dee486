internal import ArgumentParser
internal import LodeModels
internal import LodeStore

struct Partitions: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the partitions of a collection that have rows.",
    discussion: """
      Each line has one partition, in key order; with --json, as JSON. Rows without a
      partition are not listed.

        lode partitions shop.lode orders
        lode scan shop.lode orders --partition ada
      """)

  @OptionGroup var place: CollectionArguments
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    let names = try place.read { collection in
      // Raw keys have no partitions, even if a key begins with the byte that marks a partition.
      collection.keyFormat == .tuple ? try RowLocation.partitions(in: collection.access) : []
    }
    for name in names { try console.print(output.json ? quotedJSON(name) : name) }
  }
}
