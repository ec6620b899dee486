internal import BenchData
public import BenchHarness
internal import Coders
internal import Foundation
internal import LodeModels

/// How much memory a scan of a store takes, measured in a process of its own that does nothing
/// else.
///
/// The process gives no freed memory back to the system, so what it has more of after the scan is
/// what the scan had at its worst. Only memory that is the process's own counts: the pages of a
/// mapped file are the system's cache.
public struct ScanMemory: Sendable {
  /// The peer.
  public let peer: ModelPeer
  /// The collection of the objects' type.
  public let collection: String
  /// Where the store is.
  public let directory: String

  /// Names a store.
  public init<Object: ModelSample>(peer: ModelPeer, of type: Object.Type, directory: String) {
    self.peer = peer
    collection = type.collectionName
    self.directory = directory
  }

  /// Runs this program once more to scan the store, and returns the bytes that took; `nil` where
  /// the system does not tell.
  ///
  /// - Parameter expected: what the scan must find.
  public func measure(expecting expected: Digest) throws -> Int? {
    guard ownMemory() != nil else { return nil }
    let process = Process(), pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--scan-memory", peer.rawValue, collection, directory]
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let numbers = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    guard numbers.count == 3, let bytes = Int(numbers[2]) else {
      throw BenchFailure("\(peer.rawValue): the scan in a process of its own failed")
    }
    guard numbers[0] == String(expected.count), numbers[1] == String(expected.sum) else {
      throw BenchFailure("\(peer.rawValue): the scan in a process of its own found something else")
    }
    return bytes
  }

  /// Runs in that process: how many objects the scan found, their sum, and how many bytes it took,
  /// a line each.
  ///
  /// - Parameter arguments: what follows `--scan-memory`.
  public static func report(_ arguments: [String]) throws -> String {
    guard arguments.count == 3, let peer = ModelPeer(rawValue: arguments[0]) else {
      throw BenchFailure("--scan-memory takes a peer, a collection and a directory")
    }
    bench_keep_freed_memory()
    return switch arguments[1] {
    case Citizen.collectionName: try report { try peer.openPersons(arguments[2]) }
    case PackageRecord.collectionName: try report { try peer.openPackages(arguments[2]) }
    default: throw BenchFailure("no collection '\(arguments[1])'")
    }
  }

  private static func report<Object>(_ open: () throws -> ModelStore<Object>) throws -> String {
    let store = try open()
    let before = ownMemory() ?? 0
    let digest = try store.scan()
    let after = ownMemory() ?? 0
    try store.close()
    // Less than a page cannot be seen.
    return "\(digest.count)\n\(digest.sum)\n\(max(after - before, 4096))"
  }
}

/// The bytes of memory that are this process's own, counted page by page; `nil` where the system
/// does not tell.
func ownMemory() -> Int? {
  // No such file, no measurement.
  guard let text = try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8),
    let line = text.split(separator: "\n").first(where: { $0.hasPrefix("Anonymous:") })
  else { return nil }
  return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
}
