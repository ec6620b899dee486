internal import LodeCoding
internal import LodeStore

/// Writes one snapshot of a store as text, in the format of `Docs/Format/Dump.md`.
///
/// What is in the store alone decides every byte, so that equal stores have equal dumps.
struct DumpWriter {
  private let console: Console
  private var rows = 0
  private var collections = 0

  static let version = 1

  init(_ console: Console) { self.console = console }

  mutating func write(
    _ transaction: borrowing ReadTransaction, _ progress: inout Progress
  ) throws {
    try console.print(.object(["lode": .string("dump"), "version": .int(Self.version)]))
    let names = try transaction.collections()
    for name in names {
      let collection = transaction[name]
      try console.print(
        .object([
          "collection": .string(name), "declared": .bool(collection.isDeclared),
          "keys": collection.keyFormat.map { .string($0.description) } ?? .null,
        ]))
      try collection.forEach { row in
        try write(row)
        progress.step(0, rows: rows)
      }
      collections += 1
    }
    try console.print(
      .object(["end": .bool(true), "collections": .int(collections), "rows": .int(rows)]))
  }

  private mutating func write(_ row: borrowing Row) throws {
    var line = Self.keyMember(row.key)
    line += ",\"type\":\"\(DumpValue.name(of: row.type))\","
    if let value = DumpValue.text(row.bytes, row.type) {
      line += "\"value\":" + value
    } else {
      line += "\"hex\":\"" + hexadecimal(row.bytes.copied()) + "\""
    }
    if let metadata = row.metadata {
      line += ",\"metadata\":\"" + hexadecimal(metadata.copied()) + "\""
    }
    try console.print("{" + line + "}")
    rows += 1
  }

  /// The key's literal, or its bytes where it has none: those of a later version, say.
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
