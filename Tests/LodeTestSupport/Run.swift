package import Foundation
import Synchronization

/// What a run of a program printed, and how it ended.
package struct Run: Equatable, Sendable {
  package var status: Int32
  package var output: String
  package var errors: String

  package init(status: Int32, output: String, errors: String) {
    (self.status, self.output, self.errors) = (status, output, errors)
  }

  /// The output's lines.
  package var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// Runs a program to its end, without input.
  package init(
    _ program: URL, _ arguments: [String], environment: [String: String] = [:]
  ) throws {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // Of a pipe that nobody reads a program that prints much would never come to its end.
    let said = Mutex(Data())
    let reader = Worker { [handle = errors.fileHandleForReading] in
      let data = handle.readDataToEndOfFile()
      said.withLock { $0 = data }
    }
    let text = output.fileHandleForReading.readDataToEndOfFile()
    try reader.wait()
    process.waitUntilExit()
    self.init(
      status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      errors: said.withLock { String(decoding: $0, as: UTF8.self) })
  }

  /// Runs a program that is installed, by its name; the status is 127 where it is not.
  package init(_ words: [String]) throws {
    try self.init(URL(fileURLWithPath: "/usr/bin/env"), words)
  }
}
