internal import ArgumentParser
internal import LodeCoding
internal import LodeStore

struct Schema: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Lists the types of a store's archives by collection: versions, fields, rows.",
    discussion: """
      The first row of each version records the schema of its type. Each version is printed
      with its number of rows. A field that the newest version lacks is unhandled, unless a
      program with the models recorded a new name. Counting reads all rows. --no-count
      skips the count and lists the types of the store.

        lode schema shop.lode
        lode schema shop.lode --json --no-count
        lode schema shop.lode --diff backup.lode

      --diff prints the differences: - marks the first store, + marks the other store.
      """)

  @OptionGroup var place: StoreArgument
  @Flag(inversion: .prefixedNo, help: "Count the rows that refer to each schema.")
  var count = true
  @Option(help: "Print the differences from this store.", completion: .directory)
  var diff: String?
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    let overview = try overview(of: place.store)
    if let diff {
      let differences = try OverviewDifference.list(overview, self.overview(of: diff))
      if !output.json, differences.isEmpty { try console.print("no differences") }
      for difference in differences { try print(difference, on: console) }
      return
    }
    if !output.json, overview.collections.isEmpty { return try console.print("no schemas") }
    for collection in overview.collections { try print(collection, on: console) }
  }

  private func overview(of store: String) throws -> SchemaOverview {
    try StoreLocation.snapshot(store) { transaction in
      try SchemaOverview(
        transaction.schemas(), types: transaction.migrationRecords().types,
        count ? transaction.schemaUsage() : nil)
    }
  }

  private func print(_ collection: SchemaOverview.Collection, on console: Console) throws {
    if output.json { return try console.print(document(collection)) }
    try console.print(collection.name ?? (count ? "no rows" : "not counted"))
    for version in collection.versions {
      let rows = version.rows.map { ", " + rowCount($0) } ?? ""
      try console.print("  \(version.type), version \(version.schema.version)\(rows)")
      let width = version.schema.fields.reduce(0) { max($0, $1.name.count) }
      for field in version.schema.fields {
        let name = field.name.padded(to: width + 2)
        try console.print("    \(name)\(field.type)\(Self.mark(of: field.name, in: version))")
      }
    }
  }

  /// Returns the note after a field: the new name of a renamed field, or `unhandled`.
  ///
  /// The note of any other field is empty.
  private static func mark(of field: String, in version: SchemaOverview.Version) -> String {
    if let name = version.renamed[field] { return ", now \(name)" }
    return version.unhandled.contains(field) ? ", unhandled" : ""
  }

  private func print(_ difference: OverviewDifference, on console: Console) throws {
    if output.json { return try console.print(difference.document) }
    try console.print("\(difference.collection.map { $0 + ": " } ?? "")\(difference.type)")
    for line in difference.lines { try console.print("  " + line) }
  }

  private func document(_ collection: SchemaOverview.Collection) -> JSONValue {
    [
      "collection": collection.name.map(JSONValue.string) ?? .null,
      "types": .array(collection.versions.map(document)),
    ]
  }

  private func document(_ version: SchemaOverview.Version) -> JSONValue {
    let schema = version.schema
    return [
      "number": .int(Int(version.number)), "name": .string(schema.name),
      "version": .int(schema.version), "kind": .string(Self.kind(of: schema)),
      "detail": Self.detail(of: schema), "extensible": .bool(schema.isExtensible),
      "fields": .array(schema.fields.map(\.document)),
      "digest": .string(hexadecimal(schema.digest, digits: 16)),
      "renamed": .array(
        version.renamed.sorted { $0.key < $1.key }.map {
          ["from": .string($0.key), "to": .string($0.value)]
        }),
      "rows": version.rows.map(JSONValue.int) ?? .null,
      "unhandled": .array(version.unhandled.map(JSONValue.string)),
    ]
  }

  private static func kind(of schema: ArchiveSchema) -> String {
    switch schema.kind {
    case .structure: "structure"
    case .class: "class"
    case .enumCase: "case"
    case .extension: "extension"
    }
  }

  /// Returns the name of the superclass, the enum case, or the extension.
  ///
  /// Returns JSON `null` for a structure, and for a class without a superclass.
  private static func detail(of schema: ArchiveSchema) -> JSONValue {
    switch schema.kind {
    case .structure: .null
    case .class(let superclass): superclass.map(JSONValue.string) ?? .null
    case .enumCase(let name), .extension(let name): .string(name)
    }
  }
}
