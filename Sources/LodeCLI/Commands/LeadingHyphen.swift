internal import ArgumentParser

extension Lode {
  /// Parses a command line into its command.
  ///
  /// A search query that begins with a hyphen, for example `-title:tea`, looks like an option. If
  /// parsing fails and the third argument of `search` begins with a hyphen, the call parses again,
  /// with `--` and the argument at the end. A command line that contains `--` is parsed only once.
  static func command(of arguments: [String]) throws -> any ParsableCommand {
    do {
      return try parseAsRoot(arguments)
    } catch {
      guard Lode.exitCode(for: error) == .validationFailure, arguments.count > 3,
        arguments[0] == "search", arguments[3].hasPrefix("-"), !arguments.contains("--")
      else { throw error }
      let places = arguments[..<3] + arguments[4...] + ["--", arguments[3]]
      // The first error describes the arguments in the user's order.
      guard let command = try? parseAsRoot(Array(places)) else { throw error }
      return command
    }
  }
}
