import Foundation
import LodeTestSupport

@testable import LodeCLI

/// Runs the tool in this process.
func lode(_ arguments: String..., input: String = "", onTerminal: Bool = false) throws -> Run {
  try lode(arguments, input: input, onTerminal: onTerminal)
}

/// Runs the tool in this process.
func lode(
  _ arguments: [String], input: String = "", onTerminal: Bool = false,
  outputOnTerminal: Bool = false
) throws -> Run {
  var output = Data()
  var errors = Data()
  let console = Console(
    output: Sink(isTerminal: outputOnTerminal) { output.append($0) },
    errors: Sink(isTerminal: onTerminal) { errors.append($0) },
    input: try handle(reading: input))
  let status = LodeTool.run(arguments, on: console)
  return Run(
    status: status, output: String(decoding: output, as: UTF8.self),
    errors: String(decoding: errors, as: UTF8.self))
}

private func handle(reading text: String) throws -> FileHandle {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try Data(text.utf8).write(to: url)
  defer { try? FileManager.default.removeItem(at: url) }
  return try FileHandle(forReadingFrom: url)
}

/// A directory for a store and files.
struct Workplace {
  let directory: TemporaryDirectory
  let store: String

  init() throws {
    directory = try TemporaryDirectory()
    store = directory.file("s.lode")
  }

  /// Writes a file, and returns its path.
  func file(_ name: String, _ content: String) throws -> String {
    let path = directory.file(name)
    try Data(content.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// The names in the directory.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
  }
}

/// Runs a program to its end; `nil` where it is not installed.
func program(_ words: [String]) throws -> Run? {
  let run = try Run(words)
  return run.status == 127 ? nil : run
}

/// The executable `lode`.
let executable = ChildProcess.products.appendingPathComponent("lode").path
