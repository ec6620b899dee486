internal import ArgumentParser
internal import Foundation
internal import LodeCoding
internal import LodeModels
internal import LodeStore

struct Export: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints the values of a collection in key order, by default as JSON Lines.",
    discussion: """
      A document is printed as the JSON object that was stored. A model is printed as an
      object of its properties. 'lode import' reads both as documents. Other values are
      JSON text, scalars, or objects like {"bytes":"00ff"}. An object that refers to
      itself is printed as {"*Person#1":{"friend":"*Person#1"}}.

      --format json prints one array. plist and bplist print a property list, as XML or
      binary, of a collection of documents. --key adds each key to its document as a field
      of that name. 'lode dump' prints an exact copy of the store. 'lode query --json'
      prints the rows that match a condition.

        lode export shop.lode orders > orders.jsonl
        lode export shop.lode orders --from 40 --limit 10 --key id
        lode export shop.lode users --format plist --key Id > users.plist
      """)

  @OptionGroup var place: CollectionArguments
  @Option(help: "The format: jsonl, json, plist or bplist.") var format = DocumentFormat.jsonl
  @Option(help: "Add the key to each document as this field.") var key: String?
  @OptionGroup var rows: RangeOptions
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    try place.read { collection in
      var progress = Progress("exporting", on: console)
      defer { progress.end() }
      switch format {
      case .jsonl: try printJSON(collection, on: console, &progress)
      case .json:
        try console.print("[")
        try printJSON(collection, on: console, &progress, separator: ",")
        try console.print("]")
      case .plist: try printPropertyList(collection, .xml, on: console, &progress)
      case .bplist: try printPropertyList(collection, .binary, on: console, &progress)
      }
    }
  }

  /// Prints one value per line, with `separator` after each value except the last value.
  private func printJSON(
    _ collection: CollectionReader, on console: Console, _ progress: inout Progress,
    separator: String = ""
  ) throws {
    var printed = 0
    var last: String?
    try rows.forEach(in: collection) { row in
      if let last { try console.print(last + separator) }
      last = try text(of: row, in: collection)
      printed += 1
      progress.step(0, rows: printed)
    }
    if let last { try console.print(last) }
  }

  /// Returns the value of a row as one line of JSON.
  ///
  /// With `--key`, the line is the row's document, with the key as a field.
  private func text(
    of row: borrowing Row, in collection: CollectionReader
  ) throws -> String {
    guard key != nil else {
      // If plain JSON cannot represent an archive, `valueText` returns the archive with its types.
      if let archive = try collection.readableArchive(of: row), !archive.isDocument,
        let json = try? archive.plainValue(at: "").json()
      {
        return json
      }
      return try collection.valueText(of: row)
    }
    let document = try document(row, in: collection)
    do {
      let value = try ArchiveValue(document.key, at: "the key \(document.key)")
      return try ArchiveValue(fields: try document.fields(keyField: key, key: value)).json()
    } catch let error as ExchangeError {
      throw Self.failure(error)
    }
  }

  private func printPropertyList(
    _ collection: CollectionReader, _ format: PropertyListFormat, on console: Console,
    _ progress: inout Progress
  ) throws {
    var list = PropertyListBuilder(format: format, keyField: key)
    var count = 0
    do {
      try rows.forEach(in: collection) { row in
        try list.append(try document(row, in: collection))
        count += 1
        progress.step(0, rows: count)
      }
      let data = try list.data()
      try console.print(bytes: format == .xml ? Self.visible(data) : data)
    } catch let error as ExchangeError {
      throw Self.failure(error)
    }
  }

  /// Returns the XML of a property list with character references in place of control and
  /// bidirectional characters.
  ///
  /// Line feeds and tabs do not change. The other characters occur only in texts.
  private static func visible(_ xml: Data) -> Data {
    let text = String(decoding: xml, as: UTF8.self)
    return Data(
      text.escapingControls(except: ["\n", "\t"]) { "&#\($0);" }.utf8)
  }

  /// Returns the document of a row.
  ///
  /// With `--partition`, the document's key omits the partition.
  ///
  /// - Throws: `Failure` if the row is not a document; `StoreError` if the store is damaged.
  private func document(
    _ row: borrowing Row, in collection: CollectionReader
  ) throws -> Document {
    guard let archive = try collection.readableArchive(of: row), archive.isDocument,
      let fields = archive.root.fields
    else {
      throw Failure(
        "The row with the key \(row.key.description) is not a document",
        remedy: "Export JSON Lines without --key, or name the rows with --from and --to.")
    }
    let key =
      rows.partition.partition == nil
      ? row.key : RowLocation(rows.partition.partition).key(row.keyBytes)
    return Document(key: key, fields: fields, times: .none)
  }

  private static func failure(_ error: ExchangeError) -> Failure {
    Failure("\(error.place): \(error.message)", remedy: error.code.remedy)
  }
}
