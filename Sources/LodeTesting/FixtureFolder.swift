internal import Foundation

/// A temporary directory for a copy of a fixture, deleted with the last reference.
final class FixtureFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("lode-fixture-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    // Best effort: the system cleans up the rest.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The store's directory inside the folder.
  var store: String { path + "/store.lode" }
}

/// The kind of file at a path.
enum PathContent {
  case nothing, file, directory

  init(_ path: String) {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: target) else {
      self = .nothing
      return
    }
    self = attributes[.type] as? FileAttributeType == .typeDirectory ? .directory : .file
  }
}

/// Returns an absolute path as it is, and resolves a relative path from the folder of a source
/// file.
func absolute(_ path: String, beside file: String) -> String {
  if path.hasPrefix("/") { return path }
  let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
  return folder.appendingPathComponent(path).path
}
