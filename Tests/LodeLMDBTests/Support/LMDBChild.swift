import LodeTestSupport

extension ChildProcess {
  /// Runs a command of `lmdb-child` to its end, and returns the lines that it printed.
  static func run(_ arguments: String...) throws -> [String] {
    try ChildProcess(program: "lmdb-child", arguments).finish()
  }

  /// Starts a command of `lmdb-child` that waits for ``finish()`` or ``kill()``.
  static func start(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess(program: "lmdb-child", arguments)
  }
}
