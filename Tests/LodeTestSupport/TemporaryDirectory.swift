import Foundation

/// An environment variable of this process, or `nil` when it is not set.
public func environmentVariable(_ name: String) -> String? {
  ProcessInfo.processInfo.environment[name]
}

/// A fresh directory that is deleted, with all it holds, when the last reference goes.
public final class TemporaryDirectory: Sendable {
  /// The directory's path.
  public let path: String

  /// Creates an empty directory below the system's temporary directory.
  public init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("lode-test-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    // Best effort: a directory that a test has made unreadable stays for the system to clean.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of `name` inside the directory.
  public func file(_ name: String) -> String { path + "/" + name }
}
