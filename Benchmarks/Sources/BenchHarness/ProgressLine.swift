internal import Foundation

/// What is going on, on standard error: one line that changes on a terminal, else a line every few
/// seconds.
public final class ProgressLine {
  private let start = ContinuousClock.now
  private let isTerminal = isatty(2) != 0
  private var shown = ContinuousClock.now

  /// Creates a progress line whose clock starts now.
  public init() {}

  /// Starts a part of the run.
  public func begin(_ title: String) {
    write("\(clear)\(time)  \(title)\n")
    shown = .now
  }

  /// Shows a step within a part.
  func show(_ step: String) {
    if isTerminal {
      write("\(clear)\(time)    \(step)")
    } else if ContinuousClock.now - shown >= .seconds(3) {
      write("\(time)    \(step)\n")
      shown = .now
    }
  }

  /// Ends the line.
  public func end() { write(clear) }

  /// The time since the start.
  public var elapsed: Duration { ContinuousClock.now - start }

  private var clear: String { isTerminal ? "\r\u{1B}[K" : "" }

  private var time: String { String(format: "%6.1f s", elapsed / .seconds(1)) }

  private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
