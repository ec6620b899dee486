public import Foundation

/// The streams of a command, taken from the process or from a test.
///
/// ```swift
/// let status = LodeTool.run(["stats", "people.lode"], on: Console())
/// ```
///
/// Output is buffered and written in large chunks. A console is used by one thread.
public final class Console {
  private let output: Sink
  private let errors: Sink
  let input: FileHandle
  private var buffer = Data()

  /// Creates a console, by default with the streams of the process.
  public init(
    output: Sink = .standardOutput, errors: Sink = .standardError,
    input: FileHandle = .standardInput
  ) {
    self.output = output
    self.errors = errors
    self.input = input
  }

  /// Whether the standard error is a terminal.
  var showsProgress: Bool { errors.isTerminal }

  /// Whether the output is a terminal that shows colours, and the user has not disabled colours.
  var showsColours: Bool { output.showsColours }

  /// Writes a line to the output.
  func print(_ line: String) throws {
    buffer.append(contentsOf: line.utf8)
    buffer.append(0x0A)
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Writes bytes to the output.
  func print(bytes: Data) throws {
    buffer.append(bytes)
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Writes a document to the output.
  func print(_ document: JSONValue) throws { try print(document.description) }

  /// Writes the buffered output.
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

  /// Writes text to the standard error, whose own failures cannot be reported.
  func report(_ text: String) { try? errors.write(Data(text.utf8)) }
}

/// The program that reads the output closed the pipe, as `head` does; the command ends silently.
struct ReaderGone: Error {}

/// A destination for bytes.
public struct Sink {
  let isTerminal: Bool
  let showsColours: Bool
  let write: (Data) throws -> Void

  /// Creates a sink from a function that writes bytes.
  ///
  /// - Parameter showsColours: Whether the sink shows coloured text; by default, whether it is a
  ///   terminal.
  public init(
    isTerminal: Bool = false, showsColours: Bool? = nil, _ write: @escaping (Data) throws -> Void
  ) {
    self.isTerminal = isTerminal
    self.showsColours = showsColours ?? isTerminal
    self.write = write
  }

  /// The standard output of the process.
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
