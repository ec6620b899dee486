internal import Foundation

/// Deletes what is at `path`, if anything, and creates an empty directory there.
public func makeEmptyDirectory(_ path: String) throws {
  try removeDirectory(path)
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
}

/// Deletes what is at `path`, if anything.
public func removeDirectory(_ path: String) throws {
  if FileManager.default.fileExists(atPath: path) {
    try FileManager.default.removeItem(atPath: path)
  }
}

/// The files below `path`.
public func files(in path: String) -> [String] {
  guard let names = FileManager.default.enumerator(atPath: path) else { return [] }
  return names.compactMap { ($0 as? String).map { path + "/" + $0 } }
}

/// The bytes that the files below `path` take.
public func fileBytes(in path: String) throws -> Int {
  try files(in: path).reduce(0) { sum, file in
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    guard attributes[.type] as? FileAttributeType == .typeRegular else { return sum }
    return sum + (attributes[.size] as? Int ?? 0)
  }
}
