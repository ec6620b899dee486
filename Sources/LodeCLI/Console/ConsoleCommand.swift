internal import ArgumentParser

/// A command that reads and writes through a console.
protocol ConsoleCommand: ParsableCommand {
  func run(on console: Console) throws
}
