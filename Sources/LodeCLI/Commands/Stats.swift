internal import ArgumentParser
internal import LodeStore

struct Stats: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints the state of a store: rows, sizes, revision, readers.",
    discussion: """
      Unused bytes of the file are free for new rows. 'lode copy --compact' makes a copy
      without unused bytes. The output also lists damage that a program's scrubber found.
      'lode verify' checks the whole store.

        lode stats shop.lode
        lode stats shop.lode --json
      """)

  @OptionGroup var place: StoreArgument
  @OptionGroup var output: OutputOptions

  func run(on console: Console) throws {
    let (facts, health) = try StoreLocation.read(place.store) {
      (try $0.statistics(), $0.health)
    }
    if output.json { return try console.print(document(facts, health)) }
    let summary = factLines([
      "Store": facts.path,
      "Revision": grouped(Int(clamping: facts.revision)),
      "Collections": grouped(facts.collections.count),
      "Rows": grouped(facts.rows),
      "Blobs": blobs(facts.blobs),
      "History": history(facts.history),
      "File": "\(size(facts.fileSize)), of which \(size(facts.usedSize)) are in use",
      "Page": "\(grouped(facts.pageSize)) B",
      "Readers": "\(grouped(facts.activeReaders)) of \(grouped(facts.maximumReaders))",
    ])
    for line in summary { try console.print(line) }
    for damage in health.damage { try console.print("damaged: \(damage)") }
    if facts.collections.isEmpty { return }
    try console.print("")
    for line in collectionLines(facts.collections) { try console.print(line) }
    let lines = indexLines(facts.collections)
    if lines.isEmpty { return }
    try console.print("")
    for line in lines { try console.print(line) }
  }

  private func blobs(_ facts: BlobStatistics) -> String {
    if facts.count == 0 { return "0" }
    return
      "\(grouped(facts.count)) of \(size(facts.size)) with \(count(facts.references, "reference"))"
  }

  private func history(_ facts: HistoryStatistics) -> String {
    guard let revisions = facts.revisions else { return "off" }
    let range =
      "\(grouped(Int(clamping: revisions.lowerBound))) to "
      + grouped(Int(clamping: revisions.upperBound))
    return "\(size(facts.bytes)), revisions \(range)"
  }

  private func document(_ facts: StoreStatistics, _ health: StoreHealth) -> JSONValue {
    [
      "path": .string(facts.path), "revision": .uint(facts.revision), "rows": .int(facts.rows),
      "fileBytes": .int(facts.fileSize), "usedBytes": .int(facts.usedSize),
      "pageBytes": .int(facts.pageSize), "readers": .int(facts.activeReaders),
      "maximumReaders": .int(facts.maximumReaders),
      "blobs": [
        "count": .int(facts.blobs.count), "bytes": .int(facts.blobs.size),
        "references": .int(facts.blobs.references), "fileBytes": .int(facts.blobs.bytes),
      ],
      "history": facts.history.revisions.map {
        [
          "bytes": .int(facts.history.bytes), "oldest": .uint($0.lowerBound),
          "newest": .uint($0.upperBound),
        ]
      } ?? .null,
      "damage": .array(health.damage.map { .string("\($0)") }),
      "collections": .array(facts.collections.map { LodeCLI.document($0) }),
      "indexes": .array(
        facts.collections.flatMap { collection in
          collection.indexes.map { indexDocument($0, of: collection.name) }
        }),
    ]
  }
}
