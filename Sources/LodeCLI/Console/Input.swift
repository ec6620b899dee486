internal import Foundation

/// The input of a command, which can be read several times.
///
/// A store can run the body of a write twice, and the body then reads the input twice. So opening
/// an input copies standard input, a pipe, or a device to a temporary file. The copy also prevents
/// a slow producer from blocking other writers of the store.
final class Input {
  /// The name of the input in messages.
  let name: String
  private let file: FileHandle
  /// The size of the whole input in bytes.
  let size: Int

  /// Opens a file, or the console's input for `-`.
  ///
  /// - Throws: `Failure` if the file cannot be read, if the path is a directory, or if the
  ///   temporary copy cannot be made.
  init(_ path: String, on console: Console) throws {
    name = path == "-" ? "standard input" : path
    if path == "-" {
      file = try Self.setAside(console.input, name)
    } else {
      let isRegular = try Self.isRegular(path)
      let opened = try Failure.file(path, "read") {
        try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      }
      file = isRegular ? opened : try Self.setAside(opened, path)
    }
    size = try Failure.file(name, "read") { [file] in Int(try file.seekToEnd()) }
  }

  /// Returns a reader at the first line.
  ///
  /// The call invalidates earlier readers of the input.
  ///
  /// - Throws: `Failure` if the file cannot be read.
  func lines() throws -> LineReader {
    try Failure.file(name, "read") { try file.seek(toOffset: 0) }
    return LineReader(file, name: name)
  }

  /// Returns all bytes.
  ///
  /// The call invalidates earlier readers of the input.
  ///
  /// - Throws: `Failure` if the file cannot be read.
  func data() throws -> Data {
    try Failure.file(name, "read") {
      try file.seek(toOffset: 0)
      return try file.readToEnd() ?? Data()
    }
  }

  /// Returns whether a path is a regular file, which can be read twice.
  ///
  /// - Throws: `Failure` if the path is a directory, or if the path's type cannot be read.
  private static func isRegular(_ path: String) throws -> Bool {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let type = try Failure.file(path, "read") {
      try FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType
    }
    if type == .typeDirectory {
      throw Failure("\"\(path)\" is a directory", remedy: "Name a file, or - for standard input.")
    }
    return type == .typeRegular
  }

  /// Returns a copy of a source in a temporary file.
  ///
  /// The call creates the file in a new directory that only the user can open, so no other user can
  /// replace or read the file. Before copying, the call removes the file from the directory, so the
  /// system deletes the content when the command ends.
  private static func setAside(_ source: FileHandle, _ name: String) throws -> FileHandle {
    let directory = FileManager.default.temporaryDirectory
    let own = directory.appendingPathComponent("lode-\(UUID().uuidString)", isDirectory: true)
    let url = own.appendingPathComponent("input")
    return try Failure.file(directory.path, "used for a copy of \(name)") {
      try FileManager.default.createDirectory(
        at: own, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      // If the deletion fails, an empty directory remains.
      defer { try? FileManager.default.removeItem(at: own) }
      try Data().write(to: url, options: .withoutOverwriting)
      let copy = try FileHandle(forUpdating: url)
      try FileManager.default.removeItem(at: url)
      while let piece = try source.read(upToCount: 1 << 20), !piece.isEmpty {
        try copy.write(contentsOf: piece)
      }
      return copy
    }
  }
}
