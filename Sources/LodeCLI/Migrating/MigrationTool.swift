internal import ArgumentParser
package import LodeModels

/// The command that migrates stores to the models of a program, as a function.
package enum MigrationTool {
  /// Runs a command line and returns the exit status.
  ///
  /// | Status | Meaning |
  /// |---|---|
  /// | 0 | The command succeeded, or the reader of the output closed the pipe. |
  /// | 1 | The command failed. |
  /// | 64 | The command line is wrong. |
  ///
  /// - Parameters:
  ///   - arguments: The command line without the tool's name.
  ///   - models: The models of the program.
  ///   - plan: The plan that migrates rows of earlier versions; `nil` for no steps.
  ///   - console: The output, the error output, and the input of the command.
  package static func run(
    _ arguments: [String], models: [any Model.Type], migrations plan: MigrationPlan?,
    on console: Console
  ) -> Int32 {
    do {
      let command = try Migrate.parse(arguments)
      try command.run(models, plan, on: console)
      try console.flush()
      return 0
    } catch is ReaderGone {
      return 0
    } catch {
      // If the output cannot be written, the tool reports only the first error.
      try? console.flush()
      let status = Migrate.exitCode(for: error)
      if status == .success {
        try? console.print(verbatim: Migrate.fullMessage(for: error))
        try? console.flush()
        return 0
      }
      // The message of a migration's error can have several lines.
      console.report(lines: "\(Migrate.name): \(LodeTool.message(for: error, of: Migrate.self))")
      return status == .validationFailure ? 64 : 1
    }
  }
}
