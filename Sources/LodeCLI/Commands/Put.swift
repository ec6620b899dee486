internal import ArgumentParser
internal import Foundation
internal import LodeCoding
internal import LodeStore

struct Put: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Inserts or replaces a row.",
    discussion: """
      VALUE is JSON; text that is not JSON is a string. Objects become documents. Arrays and
      null are stored as JSON text, numbers as integers or doubles, true and false as
      booleans. With - as VALUE, the value is read from standard input. --type sets
      another type: json, string, int, uint, double, float, bool, date
      (2026-01-31T12:00:00Z), uuid, bytes (hexadecimal).

      The store and the collection are created if they do not exist. A collection that
      belongs to a model accepts other values only with --force. A document keeps the
      timestamps and the metadata of its row; other values remove both.

        lode put shop.lode users 1 '{"name":"Ada"}'
        lode put shop.lode settings theme dark
        lode put shop.lode settings opened 2026-01-31T12:00:00Z --type date
        lode put shop.lode users -- -1 cold     after --, a key may begin with -
      """)

  @OptionGroup var place: CollectionArguments
  @Argument(help: "The row's key.") var key: String
  @Argument(help: "The value, or - for standard input.") var value: String
  @Option(help: "The value's type.") var type: TypeName?
  @OptionGroup var partition: PartitionOption
  @OptionGroup var force: ForceOption
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    let value = try ValueArgument(value == "-" ? read(console) : value, type: type)
    // An invalid key must fail before the store is created.
    _ = try KeyText.parse(key, format: nil)
    let outcome = try StoreLocation.writeOrCreate(place.store, on: console) { store in
      try store.write { transaction in
        force.apply(to: transaction.scope)
        let key = try partition.key(key, format: transaction[place.collection].keyFormat)
        return try Self.put(value, key, place.collection, &transaction)
      }
    }
    let word = "\(outcome)"
    try output.json
      ? console.print(["outcome": .string(word)]) : console.print(word)
  }

  private static func put(
    _ value: ValueArgument, _ key: RowKey, _ collection: String,
    _ transaction: inout WriteTransaction
  ) throws -> PutOutcome {
    guard let fields = value.document else {
      return try transaction[collection].putBytes(
        value.bytes.span, type: value.type, forKey: key)
    }
    // A document with a raw key has no timestamps.
    if key.format != .tuple { return try transaction[collection].put(fields, forKey: key) }
    let rows = transaction.scope.access(to: collection)
    return try rows.put(fields, forKey: key.bytes.span, .overwrite, isStamped: true) ?? .unchanged
  }

  /// Reads the value from standard input.
  ///
  /// - Throws: `Failure` if the input cannot be read, or is not UTF-8 text.
  private func read(_ console: Console) throws -> String {
    let data = try Failure.file("standard input", "read") {
      try console.input.readToEnd() ?? Data()
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw Failure(
        "The value is not UTF-8 text",
        remedy: "For bytes, pass --type bytes and hexadecimal digits.")
    }
    return text
  }
}
