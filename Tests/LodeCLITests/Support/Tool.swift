import Foundation
import LodeTestSupport

@testable import LodeCLI

/// What a run of the tool printed, and how it ended.
struct Run: Equatable {
  var status: Int32
  var output: String
  var errors: String

  /// The output's lines.
  var lines: [String] { output.split(separator: "\n").map(String.init) }
}

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
func program(_ words: [String], input: FileHandle? = nil) throws -> Run? {
  let process = Process()
  let (output, errors) = (Pipe(), Pipe())
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = words
  process.standardInput = input ?? FileHandle.nullDevice
  process.standardOutput = output
  process.standardError = errors
  try process.run()
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  // env's status for a program that is not there.
  if process.terminationStatus == 127 { return nil }
  return Run(status: process.terminationStatus, output: text, errors: said)
}

/// The executable `lode`, which the build puts beside the tests.
let executable: String = {
  #if canImport(Darwin)
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
    return bundle.bundleURL.deletingLastPathComponent().appendingPathComponent("lode").path
  #else
    let tests = Bundle.main.executableURL ?? URL(fileURLWithPath: ".")
    return tests.deletingLastPathComponent().appendingPathComponent("lode").path
  #endif
}()
