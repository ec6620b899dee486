import LodeTestSupport

extension ChildProcess {
  /// Runs a command of `store-child` to its end, and returns the lines that it printed.
  static func run(_ arguments: String...) throws -> [String] {
    try ChildProcess(program: "store-child", arguments).finish()
  }

  /// Starts a command of `store-child` that goes on until ``finish()`` or ``kill()``.
  static func start(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess(program: "store-child", arguments)
  }
}
