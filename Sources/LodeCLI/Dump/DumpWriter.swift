internal import LodeCoding
internal import LodeStore

/// The writer of a dump: one snapshot of a store as text, in the format of `Docs/Format/Dump.md`.
///
/// Stores with the same content have the same dump, byte for byte.
struct DumpWriter {
  private let console: Console
  private var rows = 0
  private var collections = 0
  private var indexes = 0
  private var records = 0

  /// The version of the dump's format.
  static let version = 1

  init(_ console: Console) { self.console = console }

  /// Writes the whole dump: the header, the migration records, the collections, and the last line.
  mutating func write(
    _ transaction: borrowing ReadTransaction, _ progress: inout Progress
  ) throws {
    try console.print(["lode": .string("dump"), "version": .int(Self.version)])
    let lines = DumpRecords.lines(try transaction.migrationRecords())
    for line in lines { try console.print(line) }
    records = lines.count
    let names = try transaction.collectionsWithContent()
    for name in names {
      let collection = transaction[name]
      try console.print(
        Self.collectionLine(
          name, isDeclared: collection.isDeclared, collection.keyFormat,
          collection.compressionPolicy, next: try transaction.nextInSequence(of: name),
          model: collection.recordedModel))
      try write(transaction.indexes(of: name))
      try collection.forEach { row in
        try write(row, try collection.readableArchive(of: row))
        progress.step(0, rows: rows)
      }
      collections += 1
    }
    try console.print(lastLine)
  }

  private mutating func write(_ descriptions: [IndexDescription]) throws {
    let sorted = descriptions.sorted {
      $0.definition.name.utf8.lexicographicallyPrecedes($1.definition.name.utf8)
    }
    for index in sorted { try console.print(DumpIndex.line(index)) }
    indexes += sorted.count
  }

  private var lastLine: String {
    var line = "{\"end\":true,\"collections\":\(collections),\"rows\":\(rows)"
    if indexes > 0 { line += ",\"indexes\":\(indexes)" }
    if records > 0 { line += ",\"records\":\(records)" }
    return line + "}"
  }

  private static func collectionLine(
    _ name: String, isDeclared: Bool, _ keys: KeyFormat?, _ policy: Compression?,
    next: UInt64, model: String?
  ) -> String {
    var line = "{\"collection\":\(quotedJSON(name)),\"declared\":\(isDeclared),\"keys\":"
    line += keys.map { quotedJSON($0.description) } ?? "null"
    if let policy {
      line += ",\"compression\":"
      line += policy.isOff ? "\"off\"" : "\(policy.level),\"threshold\":\(policy.threshold)"
      if !policy.isOff, !policy.encodesLiterals { line += ",\"literals\":false" }
    }
    if next != 1 { line += ",\"next\":\(next)" }
    if let model { line += ",\"model\":\(quotedJSON(model))" }
    return line + "}"
  }

  private mutating func write(_ row: borrowing Row, _ archive: Archive?) throws {
    var line = Self.keyMember(row.key)
    line += ",\"type\":\"\(DumpValue.name(of: row.type))\","
    let value =
      if let archive { DumpValue.text(archive) } else { DumpValue.text(row.bytes, row.type) }
    if let value {
      line += "\"value\":" + value
    } else {
      line += "\"hex\":\"" + hexadecimal(row.bytes.copied()) + "\""
    }
    let extras = row.content.extras
    if let stamp = extras.stamp {
      line += ",\"times\":[\(stamp.created),\(stamp.updated)]"
    } else if row.type == .archive, extras.metadata?.count == 16, !extras.isDoubtful {
      line += ",\"times\":null"
    }
    if let metadata = row.metadata {
      line += ",\"metadata\":\"" + hexadecimal(metadata.copied()) + "\""
    }
    try console.print("{" + line + "}")
    rows += 1
  }

  /// Returns the member with the key's literal, or with hexadecimal digits if the key has no
  /// literal.
  ///
  /// A key that a later version of Lode wrote may have no literal in this version.
  private static func keyMember(_ key: RowKey) -> String {
    if key.format == .tuple {
      do {
        return "\"key\":" + (try Key(encoded: key.bytes.span).literal)
      } catch {
        return "\"keyHex\":\"" + hexadecimal(key.bytes) + "\""
      }
    }
    return "\"key\":" + RawKey(key.bytes).literal
  }
}
