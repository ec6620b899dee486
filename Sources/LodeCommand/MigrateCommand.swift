internal import Foundation
public import LodeCLI
public import LodeModels

/// The command-line tool that migrates stores to the models of a program.
///
/// The tool `lode` contains neither models nor migration steps, so `lode` cannot migrate stores. An
/// executable with the models and steps of a program needs one call:
///
/// ```swift
/// MigrateCommand.main(models: [Person.self], migrations: plan)
/// ```
///
/// Examples of command lines:
///
/// ```text
/// people-migrate people.lode --dry-run
/// people-migrate people.lode --backup people-before.lode --abandon Person:1 --json
/// people-migrate people.lode --online
/// ```
///
/// - `--dry-run` rehearses the migration and changes nothing.
/// - `--backup` copies the store to a directory before the migration; with `--dry-run`, the option
///   has no effect.
/// - `--abandon Person:1` deletes the rows of version 1 of `Person`.
/// - `--online` migrates rows in batches; with `--dry-run`, the option has no effect.
/// - `--json` prints the result as JSON.
///
/// Without `--online`, the command first rehearses the migration in a transaction, reports every
/// row that fails, and rolls the transaction back. If no row fails, a command without `--dry-run`
/// then migrates the store in one transaction, as opening the store does.
///
/// Without `--json` and `--online`, the output contains the following:
///
/// - For each `--abandon`, the number of deleted rows and the size of their values. A row whose
///   value has another type stays, even if the value contains an object of the abandoned version.
///   The output has the number of kept rows with such objects, for each collection.
/// - The number of migrated rows for each collection, type, and version.
/// - The store steps, and the number of rows with new keys.
/// - An error for each row that fails, or, if no row fails, an error with a suggestion for missing
///   steps.
/// - If nothing fails, a line with the size of the store before and after the migration, and the
///   duration of the rehearsal. If the store needs no migration, the line `nothing to migrate`
///   instead.
///
/// With `--online`, the command does not rehearse the migration, but writes rows in small batches.
/// Between two batches, other programs with the same migration can use the store. A row for which a
/// step fails does not change. Without `--json`, the output has the numbers for each `--abandon`,
/// and a line for each failed row. The last line has the number of migrated rows, the number of all
/// rows, and the duration. If a row failed, the exit status is 1. After an interruption, the next
/// run continues after the finished batches.
///
/// | Exit status | Meaning |
/// |---|---|
/// | 0 | The command succeeded, or the reader of the output closed the pipe. |
/// | 1 | The command failed. The error output names the cause. |
/// | 64 | The command line is wrong. |
///
/// If the rehearsal fails, nothing changes. `--abandon` deletes rows before the migration, in a
/// separate transaction. If the migration then fails, the deleted rows stay deleted.
///
/// The process must not have the store open. Only one thread at a time may run the command.
public enum MigrateCommand {
  /// Runs the command line of the process, and ends the process with the exit status.
  ///
  /// - Parameters:
  ///   - models: The current models of the program.
  ///   - plan: The plan that migrates rows of earlier versions; `nil` for no steps.
  /// - Complexity: O(size of the rows). With `--backup`, also O(size of the file). Without
  ///   `--online` and `--dry-run`, the command migrates each row twice.
  public static func main(
    models: [any Model.Type], migrations plan: MigrationPlan? = nil
  ) -> Never {
    // If the reader of the output closes the pipe early, the write fails and the command ends
    // normally.
    _ = signal(SIGPIPE, SIG_IGN)
    let arguments = Array(CommandLine.arguments.dropFirst())
    exit(run(arguments, models: models, migrations: plan))
  }

  /// Runs a command line, and returns the exit status.
  ///
  /// ```swift
  /// let status = MigrateCommand.run(
  ///   ["people.lode", "--dry-run"], models: [Person.self], migrations: plan)
  /// ```
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the command line, without the name of the executable.
  ///   - models: The current models of the program.
  ///   - plan: The plan that migrates rows of earlier versions; `nil` for no steps.
  ///   - console: The output, the error output, and the input of the command.
  /// - Returns: 0, 1, or 64; see the table of exit statuses above.
  /// - Complexity: O(size of the rows). With `--backup`, also O(size of the file). Without
  ///   `--online` and `--dry-run`, the command migrates each row twice.
  public static func run(
    _ arguments: [String], models: [any Model.Type], migrations plan: MigrationPlan? = nil,
    on console: Console = Console()
  ) -> Int32 {
    MigrationTool.run(arguments, models: models, migrations: plan, on: console)
  }
}
