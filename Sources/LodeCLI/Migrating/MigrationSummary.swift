internal import LodeModels
internal import LodeStore

/// The result of a migration or of a rehearsal, as text or JSON.
struct MigrationSummary {
  let report: MigrationReport
  let abandoned: [AbandonReport]
  let isDryRun: Bool

  private var seconds: Double { report.duration / .seconds(1) }

  func print(on console: Console) throws {
    for given in abandoned { try Self.print(given, isDryRun: isDryRun, on: console) }
    if report.isEmpty { return try console.print("nothing to migrate") }
    for line in rowLines { try console.print(line) }
    for name in report.storeSteps { try console.print("store step: \(name)") }
    if report.movedRows > 0 {
      try console.print("rows with new keys: \(grouped(report.movedRows))")
    }
    for failure in report.failures { try console.print(lines: "\(failure)") }
    if !report.failures.isEmpty { return }
    try console.print(
      "\(isDryRun ? "would be migrated" : "migrated"): \(size(report.sizeBefore)) before, "
        + "\(size(report.sizeAfter)) after, in \(duration(seconds))")
  }

  /// Prints how many rows `--abandon` deletes, and how many other rows contain objects of the
  /// abandoned version.
  static func print(_ given: AbandonReport, isDryRun: Bool, on console: Console) throws {
    try console.print(
      "\(isDryRun ? "would abandon" : "abandoned") \(count(given.count, "row")) of "
        + "\(given.object.type), version \(given.object.version): \(size(given.bytes)) of values")
    for holders in given.holders {
      try console.print(
        "  kept \(count(holders.count, "row")) that contain such objects in \(holders.collection)")
    }
  }

  /// A table of the numbers of migrated rows by collection, type, and version; empty without rows.
  private var rowLines: [String] {
    if report.rows.isEmpty { return [] }
    var table = TextTable([
      .text("Collection"), .text("Type"), .number("Version"), .number("Rows"),
    ])
    for rows in report.rows {
      table.add(
        rows.collection, rows.object.type, String(rows.object.version), grouped(rows.count))
    }
    return table.lines
  }

  /// The summary as a JSON object.
  var document: JSONValue {
    [
      "dryRun": .bool(isDryRun), "abandoned": .array(abandoned.map(Self.document)),
      "rows": .array(
        report.rows.map {
          [
            "collection": .string($0.collection), "type": .string($0.object.type),
            "version": .int($0.object.version), "rows": .int($0.count),
          ]
        }),
      "storeSteps": .array(report.storeSteps.map(JSONValue.string)),
      "movedRows": .int(report.movedRows),
      "failures": .array(report.failures.map(Self.document)),
      "bytesBefore": .int(report.sizeBefore), "bytesAfter": .int(report.sizeAfter),
      "seconds": .double(seconds),
    ]
  }

  static func document(_ given: AbandonReport) -> JSONValue {
    [
      "type": .string(given.object.type), "version": .int(given.object.version),
      "rows": .int(given.count), "bytes": .int(given.bytes),
      "collections": .array(given.rows.map(document)),
      "holders": .array(given.holders.map(document)),
    ]
  }

  private static func document(_ rows: AbandonReport.Rows) -> JSONValue {
    ["collection": .string(rows.collection), "rows": .int(rows.count)]
  }

  private static func document(_ failure: MigrationError) -> JSONValue {
    [
      "code": .string(failure.code.rawValue),
      "collection": failure.collection.map(JSONValue.string) ?? .null,
      "key": failure.key.map { .json("\($0)") } ?? .null,
      "type": failure.type.map(JSONValue.string) ?? .null,
      "from": failure.fromVersion.map(JSONValue.int) ?? .null,
      "to": failure.toVersion.map(JSONValue.int) ?? .null,
      "message": .string("\(failure)"),
    ]
  }
}
