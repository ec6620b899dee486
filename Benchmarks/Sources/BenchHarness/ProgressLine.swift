internal import Foundation

/// What is going on, on standard error: one line that changes on a terminal, else a line a workload.
public final class ProgressLine {
  private let start = ContinuousClock.now
  private let isTerminal = isatty(2) != 0

  /// Creates a progress line whose clock starts now.
  public init() {}

  /// Starts a part of the run.
  public func begin(_ title: String) { write("\(clear)\(time)  \(title)\n") }

  /// Shows a step, on a terminal.
  func show(_ step: String) {
    if isTerminal { write("\(clear)\(time)  \(step)") }
  }

  /// Ends the line.
  public func end() { write(clear) }

  /// The time since the start.
  public var elapsed: Duration { ContinuousClock.now - start }

  private var clear: String { isTerminal ? "\r\u{1B}[K" : "" }

  private var time: String { String(format: "%6.1f s", elapsed / .seconds(1)) }

  private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
