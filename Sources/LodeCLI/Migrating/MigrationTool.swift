internal import ArgumentParser
package import LodeModels

/// The command that migrates stores to the models of a program, as a function.
package enum MigrationTool {
  /// Runs a command line without the tool's name, and returns the exit status as ``LodeTool`` does.
  package static func run(
    _ arguments: [String], models: [any Model.Type], migrations plan: MigrationPlan?,
    on console: Console
  ) -> Int32 {
    // The message of a migration's error can have several lines.
    let report = { (message: String) in console.report(lines: "\(Migrate.name): \(message)") }
    return LodeTool.status(of: Migrate.self, on: console, report: report) {
      try Migrate.parse(arguments).run(models, plan, on: console)
    }
  }
}
