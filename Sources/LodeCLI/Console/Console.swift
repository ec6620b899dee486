public import Foundation

/// The output, the error output, and the input of a command.
///
/// ```swift
/// let status = LodeTool.run(["stats", "people.lode"], on: Console())
/// ```
///
/// A console buffers the output. The console writes chunks of at least 64 KiB, and the rest at the
/// end of the command. Only one thread at a time may use a console.
public final class Console {
  private let output: Sink
  private let errors: Sink
  let input: FileHandle
  private var buffer = Data()

  /// Creates a console, by default with the standard streams of the process.
  ///
  /// - Parameters:
  ///   - output: Receives the output of commands.
  ///   - errors: Receives messages, and the progress if this sink is a terminal. The console
  ///     ignores errors that this sink throws.
  ///   - input: The source for commands that read standard input.
  public init(
    output: Sink = .standardOutput, errors: Sink = .standardError,
    input: FileHandle = .standardInput
  ) {
    self.output = output
    self.errors = errors
    self.input = input
  }

  /// Whether the error output is a terminal.
  var showsProgress: Bool { errors.isTerminal }

  /// Whether the output shows coloured text.
  var showsColours: Bool { output.showsColours }

  /// Writes a line to the output, with escapes for control and bidirectional characters.
  func print(_ line: String) throws { try print(verbatim: line.visible) }

  /// Writes a text and a line break to the output, without escapes.
  ///
  /// The caller escapes text from a store.
  func print(verbatim text: String) throws {
    buffer.append(contentsOf: text.utf8)
    buffer.append(0x0A)
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Writes bytes to the output.
  func print(bytes: Data) throws {
    buffer.append(bytes)
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Writes a JSON value and a line break to the output.
  func print(_ document: JSONValue) throws { try print(document.description) }

  /// Writes the buffered output; the buffer is then empty, even after an error.
  ///
  /// - Throws: `ReaderGone` if the reader closed the pipe, or `Failure` for other errors.
  func flush() throws {
    defer { buffer.removeAll(keepingCapacity: true) }
    if buffer.isEmpty { return }
    do {
      try output.write(buffer)
    } catch {
      if systemNumber(of: error) == EPIPE { throw ReaderGone() }
      throw Failure(
        "The output cannot be written: \(reason(of: error))",
        remedy: "Free disk space, or write to another file.")
    }
  }

  /// Writes the tool's own text to the error output, without escapes.
  ///
  /// The call ignores errors, because no output remains for a message about an error.
  func report(_ text: String) { try? errors.write(Data(text.utf8)) }

  /// Writes a line to the error output, with escapes for control and bidirectional characters.
  func report(line: String) { report(line.visible + "\n") }

  /// Writes each line of a text to the output, with escapes for control and bidirectional
  /// characters.
  func print(lines text: String) throws {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      try print(String(line))
    }
  }

  /// Writes each line of a text to the error output, with escapes for control and bidirectional
  /// characters.
  func report(lines text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      report(line: String(line))
    }
  }
}

/// The error if the program that reads the output closed the pipe, as `head` does.
///
/// The command then ends with status 0 and without a message.
struct ReaderGone: Error {}

/// A function that writes bytes, for example to a file, a stream, or memory.
///
/// ```swift
/// var written = Data()
/// let console = Console(output: Sink { written.append($0) })
/// ```
public struct Sink {
  let isTerminal: Bool
  let showsColours: Bool
  let write: (Data) throws -> Void

  /// Creates a sink from a function that writes bytes.
  ///
  /// - Parameters:
  ///   - isTerminal: Whether the sink is a terminal. Commands show their progress on a terminal.
  ///   - showsColours: Whether the sink shows coloured text; by default, the value of `isTerminal`.
  ///   - write: Writes all given bytes. If the function of a console's output throws a Foundation
  ///     error with the number `EPIPE`, the command ends with status 0. After any other error of
  ///     the output, the command fails.
  public init(
    isTerminal: Bool = false, showsColours: Bool? = nil, _ write: @escaping (Data) throws -> Void
  ) {
    self.isTerminal = isTerminal
    self.showsColours = showsColours ?? isTerminal
    self.write = write
  }

  /// The standard output of the process, which shows colours on a terminal unless the environment
  /// has the variable `NO_COLOR`.
  public static var standardOutput: Sink {
    let isTerminal = isatty(1) == 1
    let mayShowColours = ProcessInfo.processInfo.environment["NO_COLOR"] == nil
    return Sink(isTerminal: isTerminal, showsColours: isTerminal && mayShowColours) {
      try FileHandle.standardOutput.write(contentsOf: $0)
    }
  }

  /// The standard error of the process.
  public static var standardError: Sink {
    Sink(isTerminal: isatty(2) == 1) { try FileHandle.standardError.write(contentsOf: $0) }
  }
}
