import Foundation
import LodeTestSupport
import LodeTestTags
import Testing

/// The quick parts of the fault kit; `Tests/FaultKit/run` without `--quick` has the long ones.
@Suite(
  "The fault kit", .serialized, .enabled(if: FaultKit.isAvailable, "needs Linux, gcc, python3"),
  .tags(.crash, .process))
struct FaultKitTests {
  @Test(.tags(.slow))
  func `finds every acknowledged commit in the states that a loss of power can leave`() throws {
    try FaultKit.run("crash")
  }

  @Test(.tags(.slow))
  func `finds every acknowledged commit of indexes, search, blobs, migrations, and compaction`()
    throws
  {
    try FaultKit.run("features")
  }

  @Test(.tags(.slow))
  func `opens damaged files that a marker confirms without a signal or a hang`() throws {
    try FaultKit.run("trusted")
  }

  @Test(.tags(.slow))
  func `finds whole commits only in what a loss of power leaves of a relaxed store`() throws {
    try FaultKit.run("relaxed")
  }

  @Test(.tags(.slow))
  func `finds a change log whole, and without a gap, after a loss of power or a kill`() throws {
    try FaultKit.run("log")
  }

  @Test
  func `finds a backup whole or not there after a loss of power, and there once acknowledged`()
    throws
  {
    try FaultKit.run("backup")
  }

  @Test(.tags(.slow)) func `notices a sync that was swallowed`() throws {
    try FaultKit.run("selftest")
  }

  @Test(.tags(.slow)) func `finds no trace of kills before, after and inside each write`() throws {
    try FaultKit.run("kills")
  }

  @Test(.tags(.slow))
  func `sees every failed read, write, sync, open and map become a typed error`() throws {
    try FaultKit.run("faults")
  }

  @Test(.tags(.slow)) func `sees every failed allocation of LMDB become a typed error`() throws {
    try FaultKit.run("oom")
  }

  @Test(.tags(.slow))
  func `opens thousands of damaged files without crash, hang, lost row or wrong value`()
    throws
  {
    try FaultKit.run("damage")
  }

  @Test(.tags(.slow))
  func `sees a strictly serializable history while processes are killed`() throws {
    try FaultKit.run("history")
  }
}

enum FaultKit {
  static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("FaultKit/run").path

  static var isAvailable: Bool {
    #if os(Linux)
      let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      return ["gcc", "python3"].allSatisfy { tool in
        folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)") }
      }
    #else
      return false
    #endif
  }

  /// Runs one part with the tests' own build of the programs.
  static func run(_ part: String) throws {
    let run = try Run(
      URL(fileURLWithPath: script), ["--quick", part],
      environment: ["LODE_FAULT": FaultProgram.url.path])
    #expect(run.status == 0, "\(run.output.suffix(3000))\n\(run.errors.suffix(3000))")
  }
}
