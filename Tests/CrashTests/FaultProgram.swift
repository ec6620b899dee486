import Foundation
import LodeTestSupport

/// The program `lode-fault`, which the fault kit and these tests drive.
enum FaultProgram {
  static let url = ChildProcess.products.appendingPathComponent("lode-fault")

  /// Starts a command whose output nobody reads.
  static func start(_ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }
}

/// A `lode-fault` that is asked for one line at a time.
final class Conversation {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ arguments: [String]) throws {
    process.executableURL = FaultProgram.url
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit {
    input.fileHandleForWriting.closeFile()
    process.waitUntilExit()
  }

  /// Sends a line and returns the answer; a program that dies answers with nothing.
  func ask(_ line: String) -> String {
    input.fileHandleForWriting.write(Data("\(line)\n".utf8))
    var answer = Data()
    while true {
      let data = output.fileHandleForReading.availableData
      answer += data
      if data.isEmpty || answer.last == 0x0A { break }
    }
    return String(decoding: answer, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}
