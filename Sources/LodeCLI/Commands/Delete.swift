internal import ArgumentParser
internal import LodeCoding
internal import LodeStore

struct Delete: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Deletes rows by their keys.",
    discussion: """
      All of them or, when one is not there, none.

        lode delete shop.lode orders 42 43
      """)

  @OptionGroup var place: CollectionArguments
  @Argument(help: "The rows' keys.") var keys: [String]
  @OptionGroup var partition: PartitionOption
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    let deleted = try StorePlace.write(place.store) { store in
      try store.write { transaction in
        let rows = transaction[place.collection]
        for text in keys {
          let key = try partition.key(text, format: rows.keyFormat)
          guard try rows.delete(key) else { throw absent(key, in: place.collection) }
        }
        return keys.count
      }
    }
    try output.json
      ? console.print(.object(["deleted": .int(deleted)]))
      : console.print("deleted \(count(deleted, "row"))")
  }
}
