internal import BenchData
internal import BenchHarness
internal import Foundation

/// A process of this program that works beside the program, or measures its own memory.
public final class LiveChild {
  /// What the process does.
  enum Role: String {
    /// Commits an age for each line with an id and an age, and answers with the time.
    case writing
    /// Measures ``UnreadCommits``.
    case unread
  }

  private let process = Process()
  private let input = Pipe(), output = Pipe()
  private var received = Data()

  /// Starts the process on the store of a contestant.
  init(_ role: Role, _ contestant: LiveContestant, _ arguments: [String] = []) throws {
    process.executableURL = Bundle.main.executableURL
    process.arguments =
      ["--live-child", role.rawValue, contestant.peer.rawValue, contestant.directory] + arguments
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
  }

  /// Sends a line to the process.
  func write(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// Waits for a line of the process; `nil` after its end.
  func readLine() throws -> String? {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received = Data(received[(end + 1)...]) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      received += more
    }
  }

  /// Ends the input of the process, and waits for its end.
  func end() throws {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw BenchFailure("a process with live queries failed") }
  }

  /// Runs in the process.
  ///
  /// - Parameter arguments: The arguments after `--live-child`.
  public static func run(_ arguments: [String]) throws {
    guard arguments.count >= 3, let role = Role(rawValue: arguments[0]),
      let peer = LivePeer(rawValue: arguments[1])
    else { throw BenchFailure("--live-child takes a role, a peer and a directory") }
    let contestant = LiveContestant(peer, arguments[2])
    switch role {
    case .writing: try write(contestant)
    case .unread:
      bench_keep_freed_memory()
      let commits = arguments.dropFirst(3).first.flatMap { Int($0) } ?? 0
      print(try UnreadCommits(contestant, commits: commits).run())
    }
  }

  private static func write(_ contestant: LiveContestant) throws {
    let store = try contestant.store(.relaxed)
    while let line = Swift.readLine() {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 2, let id = UUID(uuidString: words[0]), let age = Int(words[1]) else {
        throw BenchFailure("an id and an age were expected")
      }
      try store.setAge(id, age)
      let returned = bench_now()
      try FileHandle.standardOutput.write(contentsOf: Data("\(returned)\n".utf8))
    }
    try contestant.close()
  }
}
