internal import Foundation

/// A temporary directory for a store: a copy of a fixture, or a store to record as a fixture.
///
/// Releasing the last reference to the object deletes the directory.
final class FixtureFolder: Sendable {
  /// The path of the directory.
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("lode-fixture-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    // If the deletion fails, the directory stays among the temporary files of the system.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of the store inside the directory.
  var store: String { path + "/store.lode" }
}

/// Returns the type of the file at a path, after resolving symbolic links.
///
/// The type is `nil` for a missing or unreadable path.
func fileType(at path: String) -> FileAttributeType? {
  let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  return try? FileManager.default.attributesOfItem(atPath: target)[.type] as? FileAttributeType
}

/// Returns an absolute path unchanged, and resolves a relative path from the directory of a source
/// file.
func absolute(_ path: String, beside file: String) -> String {
  if path.hasPrefix("/") { return path }
  let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
  return folder.appendingPathComponent(path).path
}
