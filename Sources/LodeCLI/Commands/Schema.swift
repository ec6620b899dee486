internal import ArgumentParser
internal import LodeCoding
internal import LodeStore

struct Schema: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Lists the types of a store's archives: versions, fields, and how many rows refer to each.",
    discussion: """
      A type's schema is recorded with the first row of each version, and stays. Rows
      are counted by reading them all; --no-count leaves that out.

        lode schema shop.lode
        lode schema shop.lode --json --no-count
      """)

  @OptionGroup var place: StoreArgument
  @Flag(inversion: .prefixedNo, help: "Count the rows that refer to each schema.")
  var count = true
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    let (records, usage) = try StorePlace.read(place.store) { store in
      try store.read { ($0.schemas(), count ? try $0.schemaUsage() : nil) }
    }
    if output.json {
      for record in records { try console.print(document(record, usage)) }
      return
    }
    if records.isEmpty { return try console.print("no schemas") }
    for record in records {
      for line in lines(record, usage) { try console.print(line) }
    }
  }

  private func lines(_ record: SchemaRecord, _ usage: SchemaUsage?) -> [String] {
    let schema = record.schema
    var title = "\(record.number)  \(Self.title(of: schema)), version \(schema.version)"
    if let usage { title += ", " + Self.rows(usage[record.number] ?? [:]) }
    let fields = schema.fields.map { ($0.name, "\($0.type)") }
    let width = fields.reduce(0) { max($0, $1.0.count) }
    return [title]
      + fields.map { "     \($0.0)\(String(repeating: " ", count: width + 2 - $0.0.count))\($0.1)" }
  }

  private static func title(of schema: ArchiveSchema) -> String {
    switch schema.kind {
    case .structure: schema.name
    case .class(let superclass):
      "class \(schema.name)" + (superclass.map { ": \($0)" } ?? "")
    case .enumCase(let name): "\(schema.name).\(name)"
    case .extension(let label): "\(schema.name), extension \(label)"
    }
  }

  private static func rows(_ usage: [String: Int]) -> String {
    if usage.isEmpty { return "no rows" }
    return usage.sorted { $0.key < $1.key }
      .map { "\(grouped($0.value)) \($0.value == 1 ? "row" : "rows") in \($0.key)" }
      .joined(separator: ", ")
  }

  private func document(_ record: SchemaRecord, _ usage: SchemaUsage?) -> JSONValue {
    let schema = record.schema
    let fields = schema.fields.map {
      JSONValue.object(["name": .string($0.name), "type": .string("\($0.type)")])
    }
    let rows = usage.map { usage in
      JSONValue.array(
        (usage[record.number] ?? [:]).sorted { $0.key < $1.key }
          .map { .object(["collection": .string($0.key), "rows": .int($0.value)]) })
    }
    return .object([
      "number": .int(Int(record.number)), "name": .string(schema.name),
      "version": .int(schema.version), "kind": .string(Self.kind(of: schema)),
      "detail": Self.detail(of: schema), "extensible": .bool(schema.isExtensible),
      "fields": .array(fields), "digest": .string(hexadecimal(schema.digestBytes)),
      "usage": rows ?? .null,
    ])
  }

  private static func kind(of schema: ArchiveSchema) -> String {
    switch schema.kind {
    case .structure: "structure"
    case .class: "class"
    case .enumCase: "case"
    case .extension: "extension"
    }
  }

  /// The name of the superclass, the case or the extension.
  private static func detail(of schema: ArchiveSchema) -> JSONValue {
    switch schema.kind {
    case .structure: .null
    case .class(let superclass): superclass.map(JSONValue.string) ?? .null
    case .enumCase(let name), .extension(let name): .string(name)
    }
  }
}

/// How many rows refer to a schema, by its number and the collection.
private typealias SchemaUsage = [UInt32: [String: Int]]

extension ArchiveSchema {
  /// The digest, highest byte first, as it is printed.
  fileprivate var digestBytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: digest >> UInt64(56 - 8 * $0)) }
  }
}
