import Foundation
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("A process that is killed while it writes", .serialized, .tags(.random, .crash, .process))
struct KillTests {
  /// What a workload said before it was killed.
  private struct Marks {
    var acknowledged = 0
    var started = 0

    init(_ path: String) throws {
      guard FileManager.default.fileExists(atPath: path) else { return }
      let text = try String(contentsOfFile: path, encoding: .utf8)
      // The line that the kill cut off says nothing.
      for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        let words = line.split(separator: " ")
        guard words.count == 2, let number = Int(words[1]) else { continue }
        if words[0] == "ACK" { acknowledged = max(acknowledged, number) }
        started = max(started, number)
      }
    }
  }

  /// Lets a workload write in `directory`, kills it after a while, and returns what the checker
  /// says.
  private func killOnce(
    in directory: String, after seconds: Double, _ checker: Conversation
  ) throws -> (answer: String, acknowledged: Int) {
    let writer = try FaultProgram.start(["workload", directory, "1000000", "3"])
    Thread.sleep(forTimeInterval: seconds)
    kill(writer.processIdentifier, SIGKILL)
    writer.waitUntilExit()
    let marks = try Marks(directory + "/w.ack")
    let answer = checker.ask("CHECK \(directory) \(marks.acknowledged) \(marks.started)")
    return (answer, marks.acknowledged)
  }

  @Test func `loses no acknowledged commit and leaves no half one, over many kills of one store`()
    throws
  {
    var random = SeededGenerator()
    let directory = try TemporaryDirectory()
    let checker = try Conversation(["checker", "3", "1000000"])
    var acknowledged = 0
    for round in 0..<rounds(100) {
      let delay = Double.random(in: 0.005...0.12, using: &random)
      let result = try killOnce(in: directory.path, after: delay, checker)
      acknowledged = result.acknowledged
      try #require(
        result.answer.hasPrefix("OK"), "kill \(round), seed \(random.seed): \(result.answer)")
    }
    #expect(acknowledged > rounds(100))
  }

  @Test func `leaves a store or none when it is killed while it makes one, over many kills`() throws
  {
    var random = SeededGenerator()
    let checker = try Conversation(["checker", "3", "1000000"])
    for round in 0..<rounds(40) {
      let directory = try TemporaryDirectory()
      let delay = Double.random(in: 0.002...0.03, using: &random)
      let result = try killOnce(in: directory.path, after: delay, checker)
      try #require(
        result.answer.hasPrefix("OK"), "kill \(round), seed \(random.seed): \(result.answer)")
    }
  }
}
