/// The progress of a long command, on one line of the error output; shown only on a terminal.
struct Progress {
  private let console: Console
  private let title: String
  private let total: Int
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var shown: ContinuousClock.Instant
  private var steps = 0

  /// Starts the clock.
  ///
  /// `total` is the number of bytes or rows to process; 0 if the number is unknown.
  init(_ title: String, total: Int = 0, on console: Console) {
    self.console = console
    self.title = title
    self.total = total
    start = clock.now
    shown = start
  }

  /// The time since the start, in seconds.
  var seconds: Double { (clock.now - start) / .seconds(1) }

  /// Shows the progress at most ten times a second, and reads the clock at every 64th call.
  ///
  /// `done` is the number of bytes or rows processed, in the unit of the total.
  mutating func step(_ done: Int, rows: Int) {
    guard console.showsProgress else { return }
    steps += 1
    if steps % 64 == 0 { show(done, rows: rows) }
  }

  /// Shows the progress at most ten times a second, and reads the clock at every call.
  mutating func show(_ done: Int, rows: Int) {
    guard console.showsProgress, clock.now - shown > .milliseconds(100) else { return }
    shown = clock.now
    console.report("\r\u{1B}[K\(title) \(bar(done))\(grouped(rows)) rows")
  }

  /// Clears the line.
  func end() {
    if console.showsProgress { console.report("\r\u{1B}[K") }
  }

  private func bar(_ done: Int) -> String {
    guard total > 0 else { return "" }
    let part = min(1, Double(done) / Double(total))
    let filled = Int(part * 30)
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 30 - filled)
    return "[\(bar)] \(Int(part * 100)) % "
  }
}
