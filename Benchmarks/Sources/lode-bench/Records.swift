internal import ArgumentParser
internal import BenchHarness
internal import Foundation
internal import Workloads

/// The records in the file at `path`, or else those of this machine's package index.
func readRecords(_ path: String?, limit: Int) throws -> RecordInput {
  if let path {
    guard let content = FileManager.default.contents(atPath: path) else {
      throw ValidationError("cannot read \(path)")
    }
    let name = URL(fileURLWithPath: path).lastPathComponent
    return try RecordInput(Array(content), origin: name, limit: limit)
  }
  let content = try packageIndex()
  guard !content.isEmpty else {
    throw ValidationError(
      "this machine has no Debian package index: give records with --input FILE")
  }
  return try RecordInput(content, origin: "the Debian package index", limit: limit)
}

/// What `apt-cache dumpavail` prints; nothing where there is no apt.
private func packageIndex() throws -> [UInt8] {
  let process = Process(), pipe = Pipe()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["apt-cache", "dumpavail"]
  process.standardOutput = pipe
  process.standardError = FileHandle.nullDevice
  try process.run()
  let content = try pipe.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  return process.terminationStatus == 0 ? Array(content) : []
}
