internal import Foundation
public import Lode
public import LodeCLI

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
/// It first rehearses the migration in a transaction that is undone, so that every row that fails
/// is told of and not only the first. When none does, the store is migrated as opening it does, all
/// of it or nothing. It prints the rows of each version, the steps of the store that ran, how many
/// rows got other keys, the size before and after, and the time that the rehearsal took; when a
/// step is missing, a draft of it.
///
/// With `--online` nothing is rehearsed: rows are written a few at a time, so that other programs
/// that have the migration can use the store meanwhile. Rows that fail stay as they were; it prints
/// each of them and how many were migrated, and the status is 1. What was done stays done when it
/// is stopped, and the next run goes on there.
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
