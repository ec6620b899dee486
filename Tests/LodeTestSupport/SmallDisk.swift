import Foundation

/// A small file system in memory, which is unmounted and removed with the last reference.
package final class SmallDisk {
  private let directory: TemporaryDirectory

  package var path: String { directory.path }

  /// `nil` where this process may not mount.
  package init?(kilobytes: Int) throws {
    directory = try TemporaryDirectory()
    guard Self.run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", path) else {
      return nil
    }
  }

  deinit { _ = Self.run("umount", "-l", path) }

  /// Mounts again so that nothing can be written.
  package func forbidWriting() -> Bool { Self.run("mount", "-o", "remount,ro", path) }

  /// Takes all room but some; `free` gives it back.
  package func fill(leaving bytes: Int = 0) throws {
    try Data().write(to: URL(fileURLWithPath: path + "/filler"))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path + "/filler"))
    while (try? file.write(contentsOf: Data(repeating: 1, count: 4096))) != nil {}
    let size = try file.seekToEnd()
    try file.truncate(atOffset: size - min(size, UInt64(bytes)))
    try file.close()
  }

  package func free() throws {
    // A child that another test has just forked may still hold the file: its room goes before its
    // name.
    try Data().write(to: URL(fileURLWithPath: path + "/filler"))
    try remove(path + "/filler")
  }

  /// Whether this process may mount at all.
  package static let isPermitted: Bool = {
    #if os(Linux)
      // A machine that does not let us mount, in whatever way, skips the tests.
      guard geteuid() == 0, let disk = try? SmallDisk(kilobytes: 64) else { return false }
      _ = disk.path
      return true
    #else
      return false
    #endif
  }()

  private static func run(_ command: String...) -> Bool {
    // Where it cannot even be run, this process may not mount.
    (try? Run(command))?.status == 0
  }
}
