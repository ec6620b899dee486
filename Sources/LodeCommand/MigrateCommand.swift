internal import Foundation
public import LodeCLI
public import LodeModels

/// A command that takes stores to the models of a program: its whole tool in one call.
///
/// `lode` has neither the models nor the steps. A program has both, and makes an executable of
/// them:
///
/// ```swift
/// MigrateCommand.main(models: [Person.self], migrations: plan)
/// ```
///
/// ```text
/// people-migrate people.lode --dry-run
/// people-migrate people.lode --backup people-before.lode --abandon Person:1 --json
/// people-migrate people.lode --online
/// ```
///
/// The command first rehearses the migration in a transaction that is rolled back, and reports
/// every row that fails. If no row fails, it migrates the store as opening does: all of it or
/// nothing. It prints the rows of each version, the store steps that ran, the number of rows with
/// new keys, the size before and after, and the duration of the rehearsal. If a step is missing, it
/// prints a suggestion.
///
/// With `--online` the command does not rehearse. It writes rows in small batches, so that other
/// programs with the same migration can use the store. Rows that fail stay as they were: the
/// command prints each of them and the number of migrated rows, and exits with status 1. Finished
/// batches survive a stop, and the next run continues after them.
public enum MigrateCommand {
  /// Does what the command line of the process asks, and ends the process: with 0, with 1 when the
  /// store cannot be migrated, or with 64 when the command line is wrong.
  ///
  /// - Complexity: O(rows), twice.
  public static func main(
    models: [any Model.Type], migrations plan: MigrationPlan? = nil
  ) -> Never {
    // A reader of our output that has had enough is an error of the write, which ends the command
    // in order.
    _ = signal(SIGPIPE, SIG_IGN)
    let arguments = Array(CommandLine.arguments.dropFirst())
    exit(run(arguments, models: models, migrations: plan))
  }

  /// Does what a command line asks, without the tool's name, and returns the exit status.
  ///
  /// ```swift
  /// let status = MigrateCommand.run(
  ///   ["people.lode", "--dry-run"], models: [Person.self], migrations: plan)
  /// ```
  public static func run(
    _ arguments: [String], models: [any Model.Type], migrations plan: MigrationPlan? = nil,
    on console: Console = Console()
  ) -> Int32 {
    MigrationTool.run(arguments, models: models, migrations: plan, on: console)
  }
}
