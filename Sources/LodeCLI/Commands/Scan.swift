internal import ArgumentParser
internal import LodeStore

struct Scan: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the rows of a collection in key order.",
    discussion: """
      --prefix takes the beginning of a string key, or a key in JSON whose last string may
      be incomplete. Values longer than 100 characters are cut. --json prints
      {"key":...,"value":...} with the whole value.

        lode scan shop.lode cities --prefix Os
        lode scan shop.lode cities --prefix '["Norway","O"]'
        lode scan shop.lode orders --from 40 --to 49
        lode scan shop.lode orders --reverse --limit 10 --json
      """)

  @OptionGroup var place: CollectionArguments
  @OptionGroup var rows: RangeOptions
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    try place.read { collection in
      let printer = RowPrinter(console)
      try rows.forEach(in: collection) { row in
        if output.json {
          let value = try collection.valueText(of: row)
          try console.print(["key": .json(row.key.description), "value": .json(value)])
        } else {
          let value = try collection.shortValueText(row.bytes, row.type)
          try printer.print(KeyText.argument(for: row.key), value)
        }
      }
      try printer.finish()
    }
  }
}

/// A printer of keys and values in two columns.
///
/// The longest of the first 500 keys sets the width of the first column, at most 40 characters. So
/// the printer keeps up to 500 rows in memory.
final class RowPrinter {
  private let console: Console
  private var waiting: [(key: String, value: String)] = []
  private var width: Int?

  /// The length to which the printer cuts a longer value, in characters.
  static let valueLimit = 100

  init(_ console: Console) { self.console = console }

  /// Prints a row, or keeps the row until the first column has a width.
  ///
  /// The printer cuts a value over 100 characters, and escapes control characters.
  func print(_ key: String, _ value: String) throws {
    let cut = value.prefix(Self.valueLimit + 1)
    let isLong = cut.count > Self.valueLimit
    let shown = isLong ? cut.prefix(Self.valueLimit - 3) + "..." : cut
    try print(key, verbatim: String(shown).visible)
  }

  /// Prints a row with its whole value, or keeps the row until the first column has a width.
  ///
  /// The printer does not escape the value, so that the value can contain colours.
  func print(_ key: String, verbatim value: String) throws {
    let key = key.visible
    if let width { return try line(key, value, width) }
    waiting.append((key, value))
    if waiting.count == 500 { try finish() }
  }

  /// Prints the rows in memory, and sets the width of the first column if any row is in memory.
  func finish() throws {
    let width = waiting.reduce(0) { max($0, min($1.key.count, 40)) }
    for row in waiting { try line(row.key, row.value, width) }
    if !waiting.isEmpty { self.width = width }
    waiting = []
  }

  private func line(_ key: String, _ value: String, _ width: Int) throws {
    try console.print(verbatim: key.padded(to: width) + "  " + value)
  }
}
