internal import ArgumentParser
internal import LodeCoding
internal import LodeStore

struct Get: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints the value of a row as JSON.",
    discussion: """
      A document is printed as the JSON object that was stored. Other archives are printed
      with the names of their types: {"*Person":{"name":"Ada"}}. Blobs and data over
      1,000 bytes are printed as their sizes, such as "<200 kB>"; --blobs prints them in
      full. --json prints the whole row with its blobs: key, type, value, metadata
      (hexadecimal) and revision.

        lode get shop.lode orders 42
        lode get shop.lode cities '["Norway","Oslo"]' --json
        lode get shop.lode codes '"42"'            the string 42
        lode get shop.lode photos 7 --blobs
      """)

  @OptionGroup var place: CollectionArguments
  @Argument(help: "The row's key.") var key: String
  @OptionGroup var partition: PartitionOption
  @Flag(help: "Print blobs and data of any size in full.") var blobs = false
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    let (row, value) = try place.read { rows in
      let key = try partition.key(key, format: rows.keyFormat)
      guard let row = try rows.row(key) else { throw absent(key, in: place.collection) }
      return (row, try rows.valueText(of: row, hasShortBlobs: !blobs && !output.json))
    }
    guard output.json else { return try console.print(value) }
    let metadata = row.metadata.map { JSONValue.string(hexadecimal($0)) } ?? .null
    try console.print([
      "key": .json(row.key.description), "type": .string(row.type.description),
      "value": .json(value), "metadata": metadata, "revision": .uint(row.revision),
    ])
  }
}

/// Returns the error message for a key without a row.
func absent(_ key: RowKey, in collection: String) -> Failure {
  let isNumber = key.description.utf8.first.map { $0 == UInt8(ascii: "-") || 0x30...0x39 ~= $0 }
  return Failure(
    "There is no row with the key \(key.description) in \(quotedJSON(collection))",
    remedy: isNumber == true
      ? "'lode keys' lists the keys. Write a string key that looks like a number as '\"\(key)\"'."
      : "'lode keys' lists the keys.")
}
