package import Foundation

/// A program of this package, run with a command; it is killed when the last reference goes.
package final class ChildProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// Starts a program that the build put beside the tests.
  package init(
    program: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws {
    process.executableURL = Self.products.appendingPathComponent(program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit {
    if process.isRunning { kill() }
  }

  package var isRunning: Bool { process.isRunning }

  /// Waits for the next line that the child prints.
  package func line() -> String {
    var bytes: [UInt8] = []
    while let byte = output.fileHandleForReading.readData(ofLength: 1).first, byte != 0x0A {
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Lets a child that waits go on, and returns what it still prints.
  package func finish() -> [String] {
    input.fileHandleForWriting.closeFile()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let lines = text.split(separator: "\n").map(String.init)
    return process.terminationReason == .exit
      ? lines : lines + ["signal \(process.terminationStatus)"]
  }

  /// Ends the child as `kill -9` does.
  package func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Where the build puts executables: beside the test bundle.
  package static let products: URL = {
    #if canImport(Darwin)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
      return bundle.bundleURL.deletingLastPathComponent()
    #else
      return Bundle.main.executableURL?.deletingLastPathComponent() ?? URL(fileURLWithPath: ".")
    #endif
  }()
}
