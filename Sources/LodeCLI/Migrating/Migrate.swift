internal import ArgumentParser
internal import Foundation
internal import LodeModels
internal import LodeStore

/// Migrates a store to the models of the program that contains this command.
struct Migrate: ParsableCommand {
  /// The file name of the running program, for the help text.
  static let name = URL(fileURLWithPath: CommandLine.arguments.first ?? "migrate")
    .lastPathComponent

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Migrates a store to the models of this program.",
    discussion: """
      The command first rehearses the migration, which changes nothing and reports every
      row that fails. If no row fails, the command migrates the store in one transaction.

        \(name) people.lode --dry-run
        \(name) people.lode --backup people-before.lode
        \(name) people.lode --abandon Person:1
        \(name) people.lode --online

      --online writes rows in small batches while other programs with the same migration
      use the store. There is no rehearsal, and rows that fail do not change.

      The exit status is 0 after success, 1 if the store cannot be migrated, and 64 for
      wrong usage.
      """)

  @OptionGroup var place: StoreArgument
  @Flag(help: "Rehearse the migration and change nothing.") var dryRun = false
  @Flag(help: "Migrate rows in batches while other programs use the store.") var online = false
  @Option(help: "Copy the store to this directory first.", completion: .directory)
  var backup: String?
  @Option(
    name: .customLong("abandon"), parsing: .singleValue,
    help: ArgumentHelp(
      "Delete the rows of one version of a type; may be repeated.", valueName: "type:version"))
  var abandoned: [AbandonedVersion] = []
  @OptionGroup var output: OutputOptions

  func run(
    _ models: [any Model.Type], _ plan: MigrationPlan?, on console: Console
  ) throws {
    if online && !dryRun { return try migrateOnline(models, plan, on: console) }
    let summary = try StoreLocation.rehearse(place.store) { try rehearse($0, models, plan) }
    let failures = summary.report.failures.count
    if failures == 0, !dryRun { try migrate(models, plan, on: console) }
    try output.json ? console.print(summary.document) : summary.print(on: console)
    if failures > 0 {
      throw Failure(
        "\(count(failures, "row")) cannot be migrated",
        remedy: "Nothing was changed. Correct the steps.")
    }
  }

  /// Runs the whole migration in a transaction, and rolls the transaction back.
  private func rehearse(
    _ store: Store, _ models: [any Model.Type], _ plan: MigrationPlan?
  ) throws -> MigrationSummary {
    var abandoned: [AbandonReport] = []
    let report = try store.dryRun(models: models, migrations: plan) { transaction in
      abandoned = try self.abandoned.map { try transaction.abandon($0.type, version: $0.version) }
    }
    return MigrationSummary(report: report, abandoned: abandoned, isDryRun: dryRun)
  }

  private func migrate(
    _ models: [any Model.Type], _ plan: MigrationPlan?, on console: Console
  ) throws {
    _ = try prepare(on: console)
    try Store(place.store, models: models, migrations: plan, options: .existing()).close()
  }
}

extension Migrate {
  /// Makes the copy of `--backup`, deletes the rows of each `--abandon`, and returns a report for
  /// each `--abandon`.
  func prepare(on console: Console) throws -> [AbandonReport] {
    try StoreLocation.write(place.store, on: console) { store in
      if let backup { try store.copy(to: backup) }
      if abandoned.isEmpty { return [] }
      return try store.write { transaction in
        try abandoned.map { try transaction.abandon($0.type, version: $0.version) }
      }
    }
  }
}

/// The version of a type whose rows the command deletes.
struct AbandonedVersion: ExpressibleByArgument {
  let type: String
  let version: Int

  /// Parses a type and a version, for example `Person:1`; `nil` for other text.
  init?(argument: String) {
    guard let colon = argument.lastIndex(of: ":"), colon > argument.startIndex,
      let version = Int(argument[argument.index(after: colon)...])
    else { return nil }
    self.type = String(argument[..<colon])
    self.version = version
  }
}
