internal import ArgumentParser

extension Lode {
  /// The command that a command line asks for.
  ///
  /// A search for what begins with a hyphen, such as `-title:tea`, looks like an option. Where it
  /// stands in the query's place and is none, it is taken for the query, as it would be behind
  /// `--`.
  static func command(of arguments: [String]) throws -> any ParsableCommand {
    do {
      return try parseAsRoot(arguments)
    } catch {
      guard Lode.exitCode(for: error) == .validationFailure, arguments.count > 3,
        arguments[0] == "search", arguments[3].hasPrefix("-"), !arguments.contains("--")
      else { throw error }
      let places = arguments[..<3] + arguments[4...] + ["--", arguments[3]]
      guard let command = try? parseAsRoot(Array(places)) else { throw error }
      return command
    }
  }
}
