internal import ArgumentParser

extension Lode {
  /// Parses a command line into its command.
  ///
  /// A search query may begin with a hyphen, such as `-title:tea`, and looks like an option. The
  /// third argument of `search` counts as the query, as after `--`, if no option has that name.
  static func command(of arguments: [String]) throws -> any ParsableCommand {
    do {
      return try parseAsRoot(arguments)
    } catch {
      guard Lode.exitCode(for: error) == .validationFailure, arguments.count > 3,
        arguments[0] == "search", arguments[3].hasPrefix("-"), !arguments.contains("--")
      else { throw error }
      let places = arguments[..<3] + arguments[4...] + ["--", arguments[3]]
      // The first error describes the arguments as they were written.
      guard let command = try? parseAsRoot(Array(places)) else { throw error }
      return command
    }
  }
}
