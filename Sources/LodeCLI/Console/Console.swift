public import Foundation

/// Where a command reads and writes: the process's own streams, or a test's.
///
/// ```swift
/// let status = LodeTool.run(["stats", "people.lode"], on: Console())
/// ```
///
/// Output is gathered and written in large pieces. It is used by one thread.
public final class Console {
  private let output: Sink
  private let errors: Sink
  let input: FileHandle
  private var buffer = Data()

  /// Creates a console; by default that of the process.
  public init(
    output: Sink = .standardOutput, errors: Sink = .standardError,
    input: FileHandle = .standardInput
  ) {
    self.output = output
    self.errors = errors
    self.input = input
  }

  /// Whether a person watches the standard error.
  var showsProgress: Bool { errors.isTerminal }

  /// Whether a person watches the output, and has not said that colours are unwelcome.
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

  /// Writes what has been gathered.
  func flush() throws {
    defer { buffer.removeAll(keepingCapacity: true) }
    if buffer.isEmpty { return }
    do {
      try output.write(buffer)
    } catch {
      if systemNumber(of: error) == EPIPE { throw ReaderGone() }
      throw Failure(
        "The output cannot be written: \(reason(of: error))",
        remedy: "Make room, or write it elsewhere.")
    }
  }

  /// Writes text to the standard error; there is nobody to tell when that fails.
  func report(_ text: String) { try? errors.write(Data(text.utf8)) }
}

/// The program that read our output has had enough, as `head` does: the command ends and says
/// nothing.
struct ReaderGone: Error {}

/// Something that bytes are written to.
public struct Sink {
  let isTerminal: Bool
  let showsColours: Bool
  let write: (Data) throws -> Void

  /// Creates a sink from what it does with the bytes.
  ///
  /// - Parameter showsColours: whether text in colours is welcome; by default on terminals.
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
