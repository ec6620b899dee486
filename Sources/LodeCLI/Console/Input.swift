internal import Foundation

/// The input of a command, which can be read several times from its first line.
///
/// A write transaction may run again from its start. A source that cannot be read twice, such as
/// standard input or a pipe, is first copied to a temporary file. The copy also keeps a slow
/// producer from blocking the store's other writers.
final class Input {
  /// The name of the input in messages.
  let name: String
  private let file: FileHandle
  /// The size in bytes.
  let size: Int

  /// Opens a file, or the console's input for `-`.
  init(_ path: String, on console: Console) throws {
    name = path == "-" ? "standard input" : path
    if path == "-" {
      file = try Self.setAside(console.input, name)
    } else {
      let isRegular = try Self.isRegular(path)
      let opened = try Self.open(path)
      file = isRegular ? opened : try Self.setAside(opened, path)
    }
    do {
      size = Int(try file.seekToEnd())
    } catch {
      throw Failure.file(name, "read", error)
    }
  }

  /// Starts reading from the first line.
  func lines() throws -> LineReader {
    do {
      try file.seek(toOffset: 0)
    } catch {
      throw Failure.file(name, "read", error)
    }
    return LineReader(file, name: name)
  }

  /// All bytes.
  func data() throws -> Data {
    do {
      try file.seek(toOffset: 0)
      return try file.readToEnd() ?? Data()
    } catch {
      throw Failure.file(name, "read", error)
    }
  }

  private static func open(_ path: String) throws -> FileHandle {
    do {
      return try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    } catch {
      throw Failure.file(path, "read", error)
    }
  }

  private static func isRegular(_ path: String) throws -> Bool {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let type: FileAttributeType?
    do {
      type = try FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType
    } catch {
      throw Failure.file(path, "read", error)
    }
    if type == .typeDirectory {
      throw Failure("\(path) is a directory", remedy: "Name a file, or - for standard input.")
    }
    return type == .typeRegular
  }

  /// Copies a source that cannot be read twice into a file without a name.
  private static func setAside(_ source: FileHandle, _ name: String) throws -> FileHandle {
    let directory = FileManager.default.temporaryDirectory
    let url = directory.appendingPathComponent("lode-\(UUID().uuidString)")
    do {
      try Data().write(to: url)
      let copy = try FileHandle(forUpdating: url)
      try FileManager.default.removeItem(at: url)
      while let piece = try source.read(upToCount: 1 << 20), !piece.isEmpty {
        try copy.write(contentsOf: piece)
      }
      return copy
    } catch {
      throw Failure.file("A copy of \(name) in \(directory.path)", "made", error)
    }
  }
}
