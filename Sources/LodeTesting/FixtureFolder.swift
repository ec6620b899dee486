internal import Foundation

/// A directory of its own for a copy of a fixture, which goes with the last reference.
final class FixtureFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("lode-fixture-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    // Best effort: what stays is for the system to clean.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The directory of the store in it.
  var store: String { path + "/store.lode" }
}

/// What there is at a path.
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

/// A path as it is, or, when it is relative, from the folder of a source file.
func absolute(_ path: String, beside file: String) -> String {
  if path.hasPrefix("/") { return path }
  let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
  return folder.appendingPathComponent(path).path
}
