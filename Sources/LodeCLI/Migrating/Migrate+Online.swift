internal import ArgumentParser
internal import LodeModels
internal import LodeStore

extension Migrate {
  /// Migrates rows in small batches, so that other programs can write between two batches.
  ///
  /// The call first makes the copy of `--backup`, and deletes the rows of each `--abandon`.
  ///
  /// - Throws: `Failure` after the migration if a row could not be migrated; `StoreError` if the
  ///   copy, the deletion, the opening of the store, or the migration fails.
  func migrateOnline(
    _ models: [any Model.Type], _ plan: MigrationPlan?, on console: Console
  ) throws {
    let abandoned = try prepare(on: console)
    let store = try Store(
      place.store, models: models, migrations: plan, migrating: .lazy, options: .existing())
    defer { store.close() }
    var progress = Progress("migrating", on: console)
    let done = try store.migrateRows { progress.show($0.rows, rows: $0.rows) }
    progress.end()
    let failed = try store.quarantine()
    if output.json {
      try console.print(document(done, failed, abandoned, seconds: progress.seconds))
    } else {
      for given in abandoned { try MigrationSummary.print(given, isDryRun: false, on: console) }
      for row in failed {
        try console.print("failed: \(row.collection), key \(row.key): \(row.message)")
      }
      try console.print(
        "migrated \(count(done.migratedRows, "row")) of \(grouped(done.totalRows)) in \(duration(progress.seconds))"
      )
    }
    if failed.isEmpty { return }
    throw Failure(
      "\(count(failed.count, "row")) could not be migrated",
      remedy: "The rows did not change. Correct the steps, and run the command again.")
  }

  private func document(
    _ done: MigrationProgress, _ failed: [QuarantinedRow], _ abandoned: [AbandonReport],
    seconds: Double
  ) -> JSONValue {
    [
      "abandoned": .array(abandoned.map(MigrationSummary.document)),
      "rows": .int(done.totalRows), "migratedRows": .int(done.migratedRows),
      "quarantine": .array(
        failed.map { row in
          [
            "collection": .string(row.collection), "key": .json("\(row.key)"),
            "type": row.type.map(JSONValue.string) ?? .null,
            "from": row.fromVersion.map(JSONValue.int) ?? .null,
            "to": row.toVersion.map(JSONValue.int) ?? .null, "message": .string(row.message),
          ]
        }),
      "seconds": .double(seconds),
    ]
  }
}
